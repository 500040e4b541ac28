package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the pause pods of testbeds that are gone, each again after a pause that grows as long as it is still there.
 * For one thread.
 */
final class OrphanedPausePodDeleter {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanedPausePodDeleter.class);
    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final SlotCache cache;
    private final SlotActionExecutor writer;
    private final Ticker ticker;
    private final Map<String, Attempts> byUid = new HashMap<>();

    OrphanedPausePodDeleter(SlotCache cache, SlotActionExecutor writer, Ticker ticker) {
        this.cache = cache;
        this.writer = writer;
        this.ticker = ticker;
    }

    /** The deletions that were asked for, and when the next one may be. */
    private record Attempts(int number, long next) {}

    /** @param decisions asked before each write whether this replica leads */
    void delete(SchedulingLoopAccess decisions) {
        List<SlotPausePod> orphans = cache.orphanedPausePods();
        if (orphans.isEmpty()) {
            byUid.clear();
            return;
        }
        Set<String> uids = orphans.stream().map(SlotPausePod::uid).collect(Collectors.toSet());
        byUid.keySet().retainAll(uids);
        for (SlotPausePod pausePod : orphans) {
            if (!pausePod.terminating() && isDue(pausePod) && decisions.isActive() && !delete(pausePod)) {
                return;
            }
        }
    }

    private boolean isDue(SlotPausePod pausePod) {
        Attempts before = byUid.get(pausePod.uid());
        return before == null || before.next - ticker.nanos() <= 0;
    }

    /** Returns whether the API server answers. */
    private boolean delete(SlotPausePod pausePod) {
        Attempts before = byUid.get(pausePod.uid());
        int number = before == null ? 1 : before.number + 1;
        byUid.put(
                pausePod.uid(),
                new Attempts(number, ticker.nanos() + PAUSES.after(number).toNanos()));
        try {
            writer.delete(pausePod);
            return true;
        } catch (ApiUnavailableException unanswered) {
            LOG.warn(
                    "The API server does not answer, trying again; pod={} cause={}",
                    pausePod.key(),
                    unanswered.getMessage());
            return false;
        }
    }

    void clear() {
        byUid.clear();
    }
}
