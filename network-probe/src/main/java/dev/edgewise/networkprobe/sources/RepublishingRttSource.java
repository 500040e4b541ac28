package dev.edgewise.networkprobe.sources;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Round-trip times that a person or a file sets, and that hold until another one is set. Readers ignore a time whose
 * validity is over, so each is published again with a new time of observation when half of its validity is over. A
 * value that is set again and has not changed keeps its time of observation, so that it is not published.
 */
public abstract class RepublishingRttSource extends PairSource<RoundTripTime> {
    private final RttSourceKind source;
    private final Duration validFor;
    private final Clock clock;
    private Instant lastPoll = Instant.MIN;
    /** The time at which the next value has to be published again, or an earlier one. */
    private Instant nextDue = Instant.MAX;

    /** @param validFor how long others may rely on a value */
    protected RepublishingRttSource(RttSourceKind source, Duration validFor, Clock clock) {
        super(source.published());
        this.source = source;
        this.validFor = validFor;
        this.clock = clock;
    }

    @Override
    protected final RoundTripTime validValue(RoundTripTime value) {
        return value;
    }

    /** Returns the observation of a value that is set now. */
    public final ObservationMetadata observed() {
        return new ObservationMetadata(clock.instant(), source.published(), validFor);
    }

    protected final synchronized void set(String from, String to, @Nullable RoundTripTime value) {
        Map<String, RoundTripTime> row = rows.computeIfAbsent(from, name -> new HashMap<>());
        RoundTripTime before = value == null ? row.remove(to) : row.put(to, value);
        if (row.isEmpty()) {
            rows.remove(from);
        }
        markIf(before != value, from, to);
        if (value != null) {
            nextDue = earlier(nextDue, dueAt(value, clock.instant()));
        }
    }

    @Override
    public synchronized Map<String, Set<String>> poll(Instant now) {
        ObservationMetadata observed = observed();
        Instant at = observed.at();
        if (at.isBefore(lastPoll) || at.isAfter(nextDue)) {
            confirmDue(observed);
        }
        lastPoll = at;
        return super.poll(now);
    }

    private void confirmDue(ObservationMetadata now) {
        nextDue = Instant.MAX;
        rows.forEach((from, row) -> row.replaceAll((to, value) -> {
            boolean due = markIf(now.at().isAfter(dueAt(value, now.at())), from, to);
            RoundTripTime confirmed = due ? value.observed(now) : value;
            nextDue = earlier(nextDue, dueAt(confirmed, now.at()));
            return confirmed;
        }));
    }

    /**
     * Returns when a value has to be published again: at half of its validity; at once if its time is in the future, as
     * after the clock was set back.
     */
    private Instant dueAt(RoundTripTime value, Instant now) {
        Instant at = value.observed().at();
        return at.isAfter(now) ? Instant.MIN : at.plus(validFor.dividedBy(2));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    @Override
    protected final void adopt(String from, String to, RoundTripTime value, Instant now) {
        if (find(from, to) == null) {
            set(from, to, value);
        }
    }
}
