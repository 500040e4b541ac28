package dev.edgewise.scheduler.crash;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.acceptance.RealApi;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Binds the pods with its name one after the other to one node, as soon as it sees them, whatever else there is in the
 * cluster. It computes a little for each, so that its pods wait longer on a machine that is busy, as those of any
 * scheduler.
 */
final class ReferenceScheduler implements ResourceEventHandler<Pod>, AutoCloseable {
    static final String NAME = "reference";
    /**
     * The processor time for a pod: an ordinary pod waits so long at most beside hostile objects, on a machine with
     * nothing else to do.
     */
    private static final Duration WORK = Duration.ofMillis(160);

    private final RealApi api;
    private final String node;
    private final SharedIndexInformer<Pod> pods;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final ThreadMXBean processor = ManagementFactory.getThreadMXBean();

    ReferenceScheduler(RealApi api, String namespace, String node) {
        this.api = api;
        this.node = node;
        this.pods = api.client().pods().inNamespace(namespace).inform(this);
    }

    @Override
    public void onAdd(Pod pod) {
        if (NAME.equals(pod.getSpec().getSchedulerName()) && pod.getSpec().getNodeName() == null) {
            thread.execute(() -> bind(pod));
        }
    }

    @Override
    public void onUpdate(Pod before, Pod pod) {}

    @Override
    public void onDelete(Pod pod, boolean finalStateUnknown) {}

    @Override
    public void close() {
        pods.close();
        thread.shutdownNow();
    }

    private void bind(Pod pod) {
        compute();
        String name = pod.getMetadata().getName();
        ObjectNode binding = JsonNodeFactory.instance.objectNode();
        binding.put("apiVersion", "v1").put("kind", "Binding");
        binding.putObject("metadata").put("name", name);
        binding.putObject("target").put("apiVersion", "v1").put("kind", "Node").put("name", node);
        api.create("/api/v1/namespaces/" + pod.getMetadata().getNamespace() + "/pods/" + name + "/binding", binding);
    }

    private void compute() {
        long end = processor.getCurrentThreadCpuTime() + WORK.toNanos();
        while (processor.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }
}
