package dev.edgewise.scheduler.recovery.reserve;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.recovery.IneffectiveWriteBackoff;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import java.time.Duration;

/** The leader's history of its writes of one object. For one thread. */
final class ReserveWriteHistory extends IneffectiveWriteBackoff {
    /** How long a correction is left for people to see. */
    static final Duration NOTICE_SHOWN_FOR = Duration.ofMinutes(10);

    private static final ReservationStatus ACTIVE = new ReservationStatus(Phase.ACTIVE);

    private final Ticker ticker;
    private String uid = "";
    /** The generation after the last own write, or after another client's write that left the content as wanted. */
    private long generation;

    private ReservationStatus notice = ACTIVE;
    private long noticedAt;

    ReserveWriteHistory(Ticker ticker) {
        super(ticker);
        this.ticker = ticker;
    }

    /** Records the object, whose content is as wanted. */
    void accept(BackupReserveObject known) {
        uid = known.uid();
        generation = known.generation();
    }

    /** Accepts an object that was not seen before: the previous leader may have written it. */
    void see(BackupReserveObject known) {
        if (!known.uid().equals(uid)) {
            accept(known);
        }
    }

    /** Whether it is from before the last write. */
    boolean isOld(BackupReserveObject known) {
        return known.uid().equals(uid) && known.generation() < generation;
    }

    /** Whether another wrote it since. */
    boolean isOfAnother(BackupReserveObject known) {
        return known.uid().equals(uid) && known.generation() > generation;
    }

    /** @param correction for people */
    void note(String correction) {
        notice = new ReservationStatus(Phase.ACTIVE, "", "Corrected", correction);
        noticedAt = ticker.nanos();
    }

    /** Returns the wanted status of the object. */
    ReservationStatus status() {
        if (notice != ACTIVE && ticker.since(noticedAt).compareTo(NOTICE_SHOWN_FOR) >= 0) {
            notice = ACTIVE;
        }
        return notice;
    }
}
