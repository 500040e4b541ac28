package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.nodes.NodeDirectory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Keeps the directory of nodes and agents current. Outages of the API server are waited out by the informers. */
final class NodeWatch implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(NodeWatch.class);
    private static final long PAGE = 500;
    private static final String APP = "app.kubernetes.io/name";
    private static final String AGENT = "network-probe-agent";

    private final KubernetesClient client;
    private final String namespace;
    private final NodeDirectory directory;
    private final NodeConverter converter;
    private final List<SharedIndexInformer<?>> informers = new ArrayList<>();

    NodeWatch(KubernetesClient client, String namespace, NodeDirectory directory, NodeConverter converter) {
        this.client = client;
        this.namespace = namespace;
        this.directory = directory;
        this.converter = converter;
    }

    @Override
    public synchronized void start() {
        if (isRunning()) {
            return;
        }
        AtomicInteger left = new AtomicInteger(2);
        Runnable listed = () -> {
            if (left.decrementAndGet() == 0) {
                log.info(
                        "Nodes are known; nodes={} measurable={}",
                        directory.names().size(),
                        directory.measurable().size());
                directory.complete();
            }
        };
        watch(
                client.nodes().withLimit(PAGE).runnableInformer(0).itemStore(new VersionsOnly<>(Node::new)),
                new Handler<Node>(
                        node -> directory.put(converter.node(node)),
                        node -> directory.remove(node.getMetadata().getName()),
                        listed));
        watch(
                client.pods()
                        .inNamespace(namespace)
                        .withLabel(APP, AGENT)
                        .withLimit(PAGE)
                        .runnableInformer(0)
                        .itemStore(new VersionsOnly<>(Pod::new)),
                new Handler<>(
                        this::changed,
                        pod -> directory.removeAgent(pod.getMetadata().getName()),
                        listed));
    }

    private void changed(Pod pod) {
        converter
                .agent(pod)
                .ifPresentOrElse(
                        directory::put,
                        () -> directory.removeAgent(pod.getMetadata().getName()));
    }

    private <T extends HasMetadata> void watch(SharedIndexInformer<T> informer, ResourceEventHandler<T> handler) {
        informer.exceptionHandler((started, problem) -> {
            log.warn(
                    "Cannot watch kind={}, trying again: {}",
                    informer.getApiTypeClass().getSimpleName(),
                    problem.getMessage());
            return true;
        });
        informer.addEventHandler(handler);
        informer.start();
        informers.add(informer);
    }

    @Override
    public synchronized void stop() {
        informers.forEach(SharedIndexInformer::stop);
        informers.clear();
    }

    @Override
    public synchronized boolean isRunning() {
        return !informers.isEmpty();
    }

    /** Before the rounds begin. */
    @Override
    public int getPhase() {
        return SmartLifecycle.DEFAULT_PHASE - 8_192;
    }

    private static final class Handler<T extends HasMetadata> implements ResourceEventHandler<T> {
        private final Consumer<T> changed;
        private final Consumer<T> gone;
        private final Runnable listed;
        private boolean first = true;

        Handler(Consumer<T> changed, Consumer<T> gone, Runnable listed) {
            this.changed = changed;
            this.gone = gone;
            this.listed = listed;
        }

        @Override
        public void onAdd(T object) {
            changed.accept(object);
        }

        @Override
        public void onUpdate(T before, T object) {
            changed.accept(object);
        }

        @Override
        public void onDelete(T object, boolean finalStateUnknown) {
            gone.accept(object);
        }

        @Override
        public synchronized void onList(String resourceVersion, boolean remaining) {
            if (first) {
                first = false;
                listed.run();
            }
        }
    }
}
