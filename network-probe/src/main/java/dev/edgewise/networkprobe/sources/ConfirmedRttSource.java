package dev.edgewise.networkprobe.sources;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Round-trip times that people state, and that hold until they state others: each is confirmed when half of its validity is over.
 * One that is stated again keeps the time of its observation, so that only what changed is published.
 */
public abstract class ConfirmedRttSource extends PairSource<RoundTripTime> {
    private final RttSourceKind source;
    private final Duration validFor;
    private final Clock clock;
    private Instant lastPoll = Instant.MIN;
    /** Time when the first value is to be confirmed, or before. */
    private Instant nextDue = Instant.MAX;

    /** @param validFor how long others may rely on a value */
    protected ConfirmedRttSource(RttSourceKind source, Duration validFor, Clock clock) {
        super(source.published());
        this.source = source;
        this.validFor = validFor;
        this.clock = clock;
    }

    @Override
    protected final RoundTripTime inForce(RoundTripTime value) {
        return value;
    }

    /** Returns the observation of a value that is stated now. */
    public final Observed observed() {
        return new Observed(clock.instant(), source.published(), validFor);
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
        Observed observed = observed();
        Instant at = observed.at();
        if (at.isBefore(lastPoll) || at.isAfter(nextDue)) {
            confirmDue(observed);
        }
        lastPoll = at;
        return super.poll(now);
    }

    private void confirmDue(Observed now) {
        nextDue = Instant.MAX;
        rows.forEach((from, row) -> row.replaceAll((to, value) -> {
            boolean due = markIf(now.at().isAfter(dueAt(value, now.at())), from, to);
            RoundTripTime confirmed = due ? value.observed(now) : value;
            nextDue = earlier(nextDue, dueAt(confirmed, now.at()));
            return confirmed;
        }));
    }

    /** A value of the future was confirmed before the clock was set back: it is due at once. */
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
