package dev.edgewise.scheduler.metrics;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.TruncatedText;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.framework.Decision;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one line for each pod that was bound, and one for each pod that fits nowhere, until its reasons change. Pods
 * that keep failing in large numbers are limited to {@value #MOST_A_SECOND} lines a second; the next line says how many
 * were left out. Safe for many threads.
 */
final class DecisionLogger {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionLogger.class);
    static final int MOST_A_SECOND = 50;
    private static final int REMEMBERED = 10_000;
    private static final int LONGEST_MESSAGE = 500;
    /** A tenant writes a part of a message, and must not begin a line of its own. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final Executor executor;
    private final Ticker ticker;
    /** A hash of each waiting pod's last reasons, by its uid. */
    private final Cache<String, Integer> reasons = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run)
            .build();

    private long secondBegan;
    private int lines;
    private int leftOut;

    /** @param executor writes the lines: neither the deciding thread nor one that binds waits for a console */
    DecisionLogger(Executor executor, Ticker ticker) {
        this.executor = executor;
        this.ticker = ticker;
        this.secondBegan = ticker.nanos();
    }

    void concluded(Decision decision, int attempt, Duration took) {
        if (decision.isPlaced()) {
            reasons.invalidate(decision.pod().uid());
            scheduled(decision, attempt, took);
        } else if (isNews(decision)) {
            rejected(decision, attempt, took);
        }
    }

    private boolean isNews(Decision decision) {
        Integer before = reasons.getIfPresent(decision.pod().uid());
        return before == null || before != hash(decision);
    }

    private static int hash(Decision decision) {
        return decision.reasons().keySet().hashCode();
    }

    private void scheduled(Decision decision, int attempt, Duration took) {
        log(() -> LOG.info(
                "Pod scheduled; pod={} node={} profile={} attempt={} tookMillis={}",
                decision.pod().key(),
                decision.node(),
                decision.profile(),
                attempt,
                took.toMillis()));
    }

    /** A line that is left out is due again at the pod's next attempt. */
    private void rejected(Decision decision, int attempt, Duration took) {
        int skipped = admit();
        if (skipped < 0) {
            return;
        }
        boolean logged = log(() -> LOG.info(
                "Pod unschedulable; pod={} profile={} attempt={} tookMillis={} leftOut={} reasons={}",
                decision.pod().key(),
                decision.profile(),
                attempt,
                took.toMillis(),
                skipped,
                CONTROL.matcher(TruncatedText.of(decision.message(), LONGEST_MESSAGE))
                        .replaceAll(" ")));
        if (logged) {
            reasons.put(decision.pod().uid(), hash(decision));
        } else {
            leaveOut(skipped);
        }
    }

    private boolean log(Runnable line) {
        try {
            executor.execute(line);
            return true;
        } catch (RejectedExecutionException busy) {
            leaveOut(1);
            return false;
        }
    }

    private synchronized void leaveOut(int more) {
        leftOut += more;
    }

    /** How many lines were left out before this one; negative if this one is left out as well. */
    private synchronized int admit() {
        if (ticker.since(secondBegan).compareTo(Duration.ofSeconds(1)) >= 0) {
            secondBegan = ticker.nanos();
            lines = 0;
        }
        if (lines >= MOST_A_SECOND) {
            leftOut++;
            return -1;
        }
        lines++;
        int skipped = leftOut;
        leftOut = 0;
        return skipped;
    }
}
