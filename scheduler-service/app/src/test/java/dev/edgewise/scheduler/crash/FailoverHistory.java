package dev.edgewise.scheduler.crash;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** How far the pods of a namespace came with what follows the failure of a node, as the API server shows it. */
final class FailoverHistory implements AutoCloseable {
    /** The steps of a lost pod's restart, in order. */
    enum Step {
        /** A reservation for it was created. */
        RESERVED,
        /** The reservation holds the room. */
        KEPT,
        /** The pod was deleted. */
        DELETED,
        /** The replacement was bound. */
        BOUND
    }

    private final KubernetesClient client;
    private final String namespace;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<GenericKubernetesResource> reservations;
    private final Map<Step, Set<String>> reached = new EnumMap<>(Step.class);

    FailoverHistory(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
        for (Step step : Step.values()) {
            reached.put(step, ConcurrentHashMap.newKeySet());
        }
        pods = client.pods().inNamespace(namespace).inform(each(this::note));
        reservations = client.genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inNamespace(namespace)
                .inform(each(this::note));
    }

    /** The uids of all objects that ever came so far: of reservations, then of pods. */
    Set<String> reached(Step step) {
        return Set.copyOf(reached.get(step));
    }

    /** How many reservations of recovery there are, at this moment. */
    long reservations() {
        return client
                .genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inNamespace(namespace)
                .list()
                .getItems()
                .stream()
                .filter(FailoverHistory::isOfRecovery)
                .count();
    }

    /** Returns the reservations that no pod has taken at this moment, with their nodes and states. */
    List<String> untaken() {
        return client
                .genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inNamespace(namespace)
                .list()
                .getItems()
                .stream()
                .filter(FailoverHistory::isOfRecovery)
                .filter(reservation -> !"Taken".equals(phase(reservation)))
                .map(reservation -> "%s on %s: %s"
                        .formatted(
                                reservation.getMetadata().getName(),
                                reservation.get("spec", "node"),
                                reservation.get("status")))
                .toList();
    }

    @Override
    public void close() {
        pods.close();
        reservations.close();
    }

    private void note(Pod pod) {
        String uid = pod.getMetadata().getUid();
        if (pod.getSpec().getNodeName() != null) {
            reached.get(Step.BOUND).add(uid);
        }
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            reached.get(Step.DELETED).add(uid);
        }
    }

    private void note(GenericKubernetesResource reservation) {
        if (isOfRecovery(reservation)) {
            String uid = reservation.getMetadata().getUid();
            reached.get(Step.RESERVED).add(uid);
            if ("Active".equals(phase(reservation))) {
                reached.get(Step.KEPT).add(uid);
            }
        }
    }

    private static boolean isOfRecovery(GenericKubernetesResource reservation) {
        return reservation.getMetadata().getName().startsWith("recovery-");
    }

    private static Object phase(GenericKubernetesResource reservation) {
        return reservation.get("status", "phase");
    }

    private static <T> ResourceEventHandler<T> each(Consumer<T> change) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(T added) {
                change.accept(added);
            }

            @Override
            public void onUpdate(T before, T now) {
                change.accept(now);
            }

            @Override
            public void onDelete(T gone, boolean finalStateUnknown) {
                change.accept(gone);
            }
        };
    }
}
