package dev.edgewise.sandbox.cluster.kubelet;

import dev.edgewise.sandbox.cluster.life.AnnotationDurationParser;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Nodes that are up, and those on which containers crash. */
final class NodeFaults {
    private static final Logger LOG = LoggerFactory.getLogger(NodeFaults.class);

    private final Set<String> up = ConcurrentHashMap.newKeySet();
    private final Map<String, Duration> crashes = new ConcurrentHashMap<>();

    boolean isUp(String node) {
        return up.contains(node);
    }

    /** Whether it was not up before. */
    boolean switchOn(String node) {
        return up.add(node);
    }

    void switchOff(String node) {
        up.remove(node);
    }

    void switchAllOff() {
        up.clear();
    }

    /** Time after which containers of fragile pods crash there; null if they do not. */
    @Nullable
    Duration crashAfter(@Nullable String node) {
        return node == null ? null : crashes.get(node);
    }

    /** Takes over what the node's annotations say of crashes; whether that is something else than before. */
    boolean readCrashes(Node node) {
        String name = node.getMetadata().getName();
        Map<String, String> annotations = node.getMetadata().getAnnotations();
        String text = annotations == null ? null : annotations.get(SimulatedKubelets.CRASH_AFTER);
        Duration after = text == null ? null : parsed(name, text);
        Duration before = after == null ? crashes.remove(name) : crashes.put(name, after);
        return !Objects.equals(before, after);
    }

    /** Parses a duration; null if it is unreadable: the node then behaves as without it. */
    private static @Nullable Duration parsed(String node, String text) {
        try {
            return AnnotationDurationParser.parse(SimulatedKubelets.CRASH_AFTER, text);
        } catch (IllegalArgumentException e) {
            LOG.warn("Node {}: no container crashes there: {}", node, e.getMessage());
            return null;
        }
    }
}
