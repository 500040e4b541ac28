package dev.edgewise.scheduler.crash;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Every change of a namespace's pods as the API server reported it: which pod (by uid) was bound where, and when. */
final class BindingHistory implements ResourceEventHandler<Pod>, AutoCloseable {
    private final SharedIndexInformer<Pod> pods;
    private final Map<String, Binding> bindings = new ConcurrentHashMap<>();
    private final List<String> rebindings = new CopyOnWriteArrayList<>();

    /**
     * A pod's only binding.
     *
     * @param nanos when it was heard of, by this process's watch
     */
    record Binding(String pod, String node, long nanos) {}

    BindingHistory(KubernetesClient client, String namespace) {
        pods = client.pods().inNamespace(namespace).inform(this);
    }

    /** Returns the bindings by the pods' uids. */
    Map<String, Binding> bindings() {
        return Map.copyOf(bindings);
    }

    int size() {
        return bindings.size();
    }

    /** Pods that were seen on a second node; must stay empty. */
    List<String> rebindings() {
        return List.copyOf(rebindings);
    }

    @Override
    public void onAdd(Pod pod) {
        note(pod);
    }

    @Override
    public void onUpdate(Pod before, Pod pod) {
        note(pod);
    }

    @Override
    public void onDelete(Pod pod, boolean finalStateUnknown) {
        note(pod);
    }

    @Override
    public void close() {
        pods.close();
    }

    private void note(Pod pod) {
        String node = pod.getSpec().getNodeName();
        if (node == null) {
            return;
        }
        Binding now = new Binding(pod.getMetadata().getName(), node, System.nanoTime());
        Binding first = bindings.putIfAbsent(pod.getMetadata().getUid(), now);
        if (first != null && !first.node().equals(node)) {
            rebindings.add(first + " then " + now);
        }
    }
}
