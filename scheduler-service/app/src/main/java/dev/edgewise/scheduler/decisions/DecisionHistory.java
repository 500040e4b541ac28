package dev.edgewise.scheduler.decisions;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.PodKey;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The latest decisions, own and other replicas', in the order in which they were taken, and the last of each pod.
 * Readers never make the recording thread wait; recording is about a microsecond, whatever the history holds.
 */
public final class DecisionHistory {
    /** Bytes that a decision takes on average, at most. */
    private static final int AVERAGE = 2_500;

    private final int capacity;
    private final String replica;
    private final Clock clock;
    private final AtomicLong count = new AtomicLong();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong weight = new AtomicLong();
    private final ConcurrentSkipListMap<DecisionPosition, DecisionRecord> decisions = new ConcurrentSkipListMap<>();
    private final Map<PodKey, DecisionRecord> last = new ConcurrentHashMap<>();

    /**
     * @param capacity how many decisions are kept, fewer if they take more than 2.5 kB each; the oldest go first
     * @param replica name of this process among the replicas and their restarts
     */
    public DecisionHistory(int capacity, String replica, Clock clock) {
        this.capacity = capacity;
        this.replica = replica;
        this.clock = clock;
    }

    /** Takes in a decision of this replica, taken now. */
    public DecisionRecord record(Decision decision) {
        DecisionPosition position = new DecisionPosition(clock.instant(), replica + '-' + count.incrementAndGet());
        DecisionRecord stamped = DecisionRecord.of(position, decision);
        add(stamped);
        return stamped;
    }

    /** Adds a decision of any age, of this or another replica; a known decision changes nothing. */
    public void add(DecisionRecord decision) {
        if (decisions.putIfAbsent(decision.position(), decision) != null) {
            return;
        }
        last.merge(decision.pod(), decision, DecisionHistory::later);
        weight.addAndGet(decision.weight());
        if (size.incrementAndGet() > capacity) {
            dropOldest();
        }
        while (weight.get() > (long) capacity * AVERAGE && size.get() > 1) {
            dropOldest();
        }
    }

    /** The last decision about that pod, or null if none is remembered. */
    public @Nullable DecisionRecord last(PodKey pod) {
        return last.get(pod);
    }

    /** All decisions before a position, newest first; all there are if it is null. */
    Stream<DecisionRecord> before(@Nullable DecisionPosition position) {
        return (position == null ? decisions : decisions.headMap(position, false)).descendingMap().values().stream();
    }

    private void dropOldest() {
        Map.Entry<DecisionPosition, DecisionRecord> oldest = decisions.pollFirstEntry();
        if (oldest != null) {
            size.decrementAndGet();
            weight.addAndGet(-oldest.getValue().weight());
            last.computeIfPresent(oldest.getValue().pod(), (pod, known) -> known == oldest.getValue() ? null : known);
        }
    }

    private static DecisionRecord later(DecisionRecord one, DecisionRecord other) {
        return one.position().compareTo(other.position()) > 0 ? one : other;
    }
}
