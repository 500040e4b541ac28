package dev.edgewise.kubernetes.clock;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.http.ApiServerDateListener;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The API server's clock, as its answers tell it, advanced by this machine's monotonic clock: a wall clock that is
 * wrong, or set meanwhile, changes nothing. Until the first answer it is this machine's wall clock, and it stays
 * exactly that where both agree to what the answers can tell, about a second. Every service stamps and judges times by
 * it, so that those of two machines compare. Thread-safe.
 */
public final class ClusterClock extends Clock implements ApiServerDateListener {
    /** Deviation of this machine's clock above which it is reported. */
    public static final Duration TOLERATED = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ClusterClock.class);

    private final Ticker ticker;
    private final Clock machine;
    private final ApiServerClockOffsetEstimator bounds;
    private boolean warnedOfOffset;
    private boolean warnedOfDisagreement;
    private volatile boolean known;
    private volatile long difference;

    /** @param machine this machine's wall clock */
    public ClusterClock(Ticker ticker, Clock machine) {
        this.ticker = ticker;
        this.machine = machine;
        this.bounds = new ApiServerClockOffsetEstimator(() -> nanos(machine.instant()) - ticker.nanos());
    }

    @Override
    public void heard(String date, long nanosSinceSent) {
        long received = ticker.nanos();
        parse(date).ifPresent(at -> learn(nanos(at), received - nanosSinceSent, received));
    }

    private synchronized void learn(long date, long sent, long received) {
        bounds.heard(date, sent, received);
        difference = bounds.difference();
        known = true;
        logOffset(offset());
        logDisagreement();
    }

    private void logDisagreement() {
        ApiServerClockOffsetEstimator.Disagreement between = bounds.disagreement();
        if (between != null && !warnedOfDisagreement) {
            warnedOfDisagreement = true;
            long own = nanos(machine.instant()) - ticker.nanos();
            LOG.warn(
                    "API servers disagree about the time, so the one nearer to this machine's clock is used; aheadSeconds={} andAheadSeconds={}",
                    seconds(Duration.ofNanos(between.used() - own)),
                    seconds(Duration.ofNanos(between.other() - own)));
        }
    }

    private void logOffset(Duration offset) {
        boolean isFar = isFar(offset);
        if (isFar != warnedOfOffset) {
            warnedOfOffset = isFar;
            if (isFar) {
                LOG.warn(
                        "The clock of this machine is wrong, so the API server's is used; aheadSeconds={}",
                        seconds(offset.negated()));
            } else {
                LOG.info("The clock of this machine is right again; aheadSeconds={}", seconds(offset.negated()));
            }
        }
    }

    /** Time by which the API server's clock is ahead of this machine's; zero until its first response. */
    public Duration offset() {
        return known ? Duration.between(machine.instant(), instant()) : Duration.ZERO;
    }

    /** Whether this machine's clock is off by more than is tolerated. */
    public boolean isFar() {
        return isFar(offset());
    }

    private static boolean isFar(Duration offset) {
        return offset.abs().compareTo(TOLERATED) > 0;
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }

    @Override
    public Instant instant() {
        return known ? Instant.ofEpochSecond(0, difference + ticker.nanos()) : machine.instant();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("services keep time in UTC");
    }

    private static Optional<Instant> parse(String date) {
        try {
            return date.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    private static long nanos(Instant at) {
        return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    }
}
