package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.MoveLimitEntry;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the rates and cool-downs of the safety rules where the next leader finds them. For one thread at a time, of the
 * leader alone.
 */
public final class PersistentMoveLimits {
    private static final Logger LOG = LoggerFactory.getLogger(PersistentMoveLimits.class);
    /** Ages are written so often: a limit lasts longer by this at most for each leader that ends. */
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final MoveLimitTracker gate;
    private final MoveLimitStore records;
    private boolean changed;
    private boolean isKnownEmpty;
    private long writtenAt;
    /** The reason why the last writing failed; empty if it did not. */
    private String failure = "";

    public PersistentMoveLimits(MoveLimitTracker gate, MoveLimitStore records) {
        this.gate = gate;
        this.records = records;
    }

    /** Takes over from a leader before. */
    public void restore(long now) throws MoveFailedException {
        List<MoveLimitEntry> marks = records.read();
        gate.restore(marks, now);
        isKnownEmpty = marks.isEmpty();
        writtenAt = now;
        changed = false;
    }

    /** Notes that the limits are to be written soon. */
    public void change() {
        changed = true;
    }

    /** Writes them if they changed, or their ages are of a while ago. */
    public void writeIfDue(long now) {
        if (changed || !isKnownEmpty && now - writtenAt >= AGAIN.toNanos()) {
            write(now);
        }
    }

    /**
     * Writes them before a pod leaves. What cannot be written holds up no move: the next leader would begin without
     * these limits.
     */
    public void write(long now) {
        List<MoveLimitEntry> marks = gate.marks(now);
        writtenAt = now;
        changed = false;
        try {
            records.write(marks);
            isKnownEmpty = marks.isEmpty();
            failure = "";
        } catch (MoveFailedException e) {
            isKnownEmpty = false;
            String why = String.valueOf(e.getMessage());
            if (!why.equals(failure)) {
                LOG.warn(
                        "What limits moves cannot be kept for the next leader, which would begin without; cause={}",
                        why);
            }
            failure = why;
        }
    }
}
