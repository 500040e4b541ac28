package dev.edgewise.networkprobe.sources;

import dev.edgewise.common.signal.RoundTripTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Values that users set. They override all other sources until they are removed, their node is gone, or the file has a
 * new value.
 */
public final class ManualRttSource extends RepublishingRttSource {
    private final Predicate<String> isNode;

    /**
     * @param validFor how long others may rely on a value
     * @param isNode whether there may be a node of that name
     */
    public ManualRttSource(Duration validFor, Predicate<String> isNode, Clock clock) {
        super(RttSourceKind.MANUAL, validFor, clock);
        this.isNode = isNode;
    }

    public boolean mayBeNode(String name) {
        return isNode.test(name);
    }

    /** Puts a pair; the same value again changes nothing. */
    public synchronized void put(String from, String to, RoundTripTime value) {
        RoundTripTime before = find(from, to);
        if (before == null || !before.observed(value.observed()).equals(value)) {
            set(from, to, value);
        }
    }

    public void remove(String from, String to) {
        set(from, to, null);
    }

    @Override
    public synchronized Map<String, Set<String>> poll(Instant now) {
        removeIf((from, to) -> !isNode.test(from) || !isNode.test(to));
        return super.poll(now);
    }
}
