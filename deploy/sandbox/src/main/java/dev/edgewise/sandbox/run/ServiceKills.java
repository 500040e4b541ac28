package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Kills function-offloader and scheduler-service in turn, each at the moment when room is reserved: before, while or
 * just after a pod is evicted.
 */
final class ServiceKills implements AutoCloseable {
    static final ResourceDefinitionContext RESERVATIONS = new ResourceDefinitionContext.Builder()
            .withGroup("edgewise.dev")
            .withVersion("v1alpha1")
            .withKind("Reservation")
            .withPlural("reservations")
            .withNamespaced(true)
            .build();
    private static final List<String> SERVICES = List.of("function-offloader", "scheduler-service");
    private static final long LOOK_MS = 200;
    private static final System.Logger LOG = System.getLogger(ServiceKills.class.getName());

    private final Startup startup;
    private final int most;
    private final SynchronousQueue<Boolean> reserved = new SynchronousQueue<>();
    private final SharedIndexInformer<GenericKubernetesResource> watch;
    private final Thread thread;
    private final AtomicInteger done = new AtomicInteger();

    /** @param most how often each is killed; 0 for never */
    ServiceKills(Startup startup, KubernetesClient client, int most) {
        this.startup = startup;
        this.most = most * SERVICES.size();
        this.watch =
                client.genericKubernetesResources(RESERVATIONS).inAnyNamespace().inform(new Follower());
        this.thread = new Thread(this::kill, "kills");
        thread.setDaemon(true);
    }

    ServiceKills start() {
        thread.start();
        return this;
    }

    int done() {
        return done.get();
    }

    /** Whether there were to be some, and all have been. */
    boolean areDone() {
        return most > 0 && done.get() >= most;
    }

    private void kill() {
        try {
            while (done.get() < most) {
                if (reserved.poll(LOOK_MS, TimeUnit.MILLISECONDS) != null) {
                    startup.killAndRestart(SERVICES.get(done.get() % SERVICES.size()));
                    done.incrementAndGet();
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        watch.close();
    }

    private final class Follower implements ResourceEventHandler<GenericKubernetesResource> {
        @Override
        public void onAdd(GenericKubernetesResource reservation) {
            boolean taken = reserved.offer(true);
            LOG.log(System.Logger.Level.DEBUG, "reserved; kills={0}", taken);
        }

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
            // Room is reserved once.
        }

        @Override
        public void onDelete(GenericKubernetesResource reservation, boolean unknown) {
            // Nothing to kill for.
        }
    }
}
