package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.cluster.kubelet.SimulatedKubelets;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Access of a story's chapters to pods, nodes, services, and the reader. */
final class StoryChapterContext {
    private static final long LOOK_MS = 500;

    private final StartedSandbox stage;
    private final LinkDelays links;
    private final BatteryChargeReporter batteries;
    private final long start = System.nanoTime();

    /** @param batteries of all nodes; they are reported only where energy-adapter runs */
    StoryChapterContext(StartedSandbox stage, LinkDelays links, BatteryChargeReporter batteries) {
        this.stage = stage;
        this.links = links;
        this.batteries = batteries;
    }

    LinkDelays links() {
        return links;
    }

    BatteryChargeReporter batteries() {
        return batteries;
    }

    /** Prints a caption with the time since the story began. */
    void say(String format, Object... values) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        stage.out()
                .printf(
                        Locale.ROOT,
                        "%2d:%02d  %s%n",
                        seconds / 60,
                        seconds % 60,
                        String.format(Locale.ROOT, format, values));
        stage.out().flush();
    }

    URI service(String name, String path) {
        return stage.running().service(name).resolve(path);
    }

    /** Waits for a condition; returns whether it became true in time. */
    boolean await(Duration limit, Condition condition) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        return true;
    }

    /** A condition to wait for. */
    interface Condition {
        boolean holds() throws InterruptedException;
    }

    /** The running pods of this story with a label, oldest first. */
    List<Pod> running(String label, String value) {
        return client().pods().inAnyNamespace().withLabel(label, value).list().getItems().stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .filter(pod -> pod.getStatus() != null
                        && "Running".equals(pod.getStatus().getPhase()))
                .toList();
    }

    /** The running pods of the whole run on a node. */
    List<Pod> runningOn(String node) {
        return running(Workloads.RUN, stage.run()).stream()
                .filter(pod -> node.equals(pod.getSpec().getNodeName()))
                .toList();
    }

    void power(String node, boolean on) {
        stage.running().cluster().power(node, on);
    }

    /** Lets containers of fragile pods crash on a node this long after their start. */
    void crashOn(String node, Duration after) {
        Map<String, String> fault = Map.of(SimulatedKubelets.CRASH_AFTER, after.toSeconds() + "s");
        client().nodes().withName(node).edit(known -> new NodeBuilder(known)
                .editMetadata()
                .addToAnnotations(fault)
                .endMetadata()
                .build());
    }

    KubernetesClient client() {
        return stage.running().cluster().client();
    }

    StartedSandbox stage() {
        return stage;
    }
}
