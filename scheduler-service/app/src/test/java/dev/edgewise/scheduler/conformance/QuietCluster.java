package dev.edgewise.scheduler.conformance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.acceptance.RealApi;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Tells whether anything but the test changes nodes. */
final class QuietCluster {
    private static final String NODES = "/api/v1/nodes";
    private static final Duration REACTION = Duration.ofSeconds(3);

    private QuietCluster() {}

    /** A new node has the taint {@code not-ready}; a node lifecycle controller soon takes it from one that is ready. */
    static boolean holdsStill(RealApi api) {
        ObjectNode node =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("generateName", "quiet-");
        node.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True");
        String path = NODES + '/' + api.create(NODES, node).at("/metadata/name").asText();
        try {
            Awaitility.await()
                    .atMost(REACTION)
                    .until(() -> api.get(path).at("/spec/taints").isEmpty());
            return false;
        } catch (ConditionTimeoutException nothingHappened) {
            return true;
        } finally {
            api.remove(path);
        }
    }
}
