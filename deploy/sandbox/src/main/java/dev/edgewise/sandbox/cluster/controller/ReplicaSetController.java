package dev.edgewise.sandbox.cluster.controller;

import dev.edgewise.sandbox.cluster.SingleThreadReconcileQueue;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** Keeps as many pods of each ReplicaSet as it asks for. */
final class ReplicaSetController implements AutoCloseable {
    private static final String INDEX = "owner";

    private final KubernetesClient client;
    private final RandomGenerator random;
    private final SingleThreadReconcileQueue worker =
            new SingleThreadReconcileQueue("replicaset-controller", this::reconcile);
    private final SharedIndexInformer<ReplicaSet> sets;
    private final SharedIndexInformer<Pod> pods;
    /**
     * Names of pods by their set, and uids of pods, that were created or deleted here and whose event has not come
     * back.
     */
    private final Map<String, Set<String>> created = new ConcurrentHashMap<>();

    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    ReplicaSetController(
            KubernetesClient client,
            SharedIndexInformer<ReplicaSet> sets,
            SharedIndexInformer<Pod> pods,
            RandomGenerator random) {
        this.client = client;
        this.random = random;
        this.sets = sets;
        this.pods = pods;
        pods.addIndexers(Map.of(INDEX, pod -> ControllerReferences.keyOfOwner("ReplicaSet", pod).stream()
                .toList()));
        sets.addEventHandler(new ChangeHandler<>(set -> worker.add(ControllerReferences.key(set))));
        pods.addEventHandler(new ChangeHandler<>(this::seen));
    }

    private void seen(Pod pod) {
        ControllerReferences.keyOfOwner("ReplicaSet", pod).ifPresent(key -> {
            Set<String> unseen = created.get(key);
            if (unseen != null) {
                unseen.remove(pod.getMetadata().getName());
            }
            if (pod.getMetadata().getDeletionTimestamp() != null) {
                deleted.remove(pod.getMetadata().getUid());
            }
            worker.add(key);
        });
    }

    private void reconcile(String key) {
        ReplicaSet set = sets.getStore().getByKey(key);
        List<Pod> owned = pods.getIndexer().byIndex(INDEX, key);
        if (set == null || set.getMetadata().getDeletionTimestamp() != null) {
            created.remove(key);
            owned.stream().filter(ReplicaSetController::active).forEach(this::deleteOrphan);
            return;
        }
        Set<String> unseen = created.computeIfAbsent(key, any -> ConcurrentHashMap.newKeySet());
        List<Pod> active = owned.stream()
                .filter(pod -> ControllerReferences.by(set, pod) && active(pod))
                .filter(pod -> !deleted.contains(pod.getMetadata().getUid()))
                .toList();
        int missing = set.getSpec().getReplicas() - active.size() - unseen.size();
        for (int i = 0; i < missing; i++) {
            create(set, unseen);
        }
        active.stream()
                .sorted(PodDeletionOrder.FIRST)
                .limit(Math.max(0, -missing))
                .forEach(this::delete);
        report(set, active);
    }

    private void create(ReplicaSet set, Set<String> unseen) {
        String prefix = set.getMetadata().getName() + "-";
        String name = prefix + RandomNameSuffixes.random(5, random);
        Pod pod = new PodBuilder()
                .withMetadata(set.getSpec()
                        .getTemplate()
                        .getMetadata()
                        .edit()
                        .withGenerateName(prefix)
                        .withName(name)
                        .withNamespace(set.getMetadata().getNamespace())
                        .withOwnerReferences(ControllerReferences.reference(set))
                        .build())
                .withSpec(set.getSpec().getTemplate().getSpec())
                .build();
        // Noted before it is made: its event may come before the answer.
        unseen.add(name);
        try {
            client.pods().resource(pod).create();
        } catch (RuntimeException e) {
            unseen.remove(name);
            throw e;
        }
    }

    /** Made to replace a pod that was deleted, when it was not known yet that the set was deleted too. */
    private void deleteOrphan(Pod pod) {
        Pod now = client.resource(pod).get();
        if (now != null
                && ControllerReferences.keyOfOwner("ReplicaSet", now)
                        .filter(this::isGone)
                        .isPresent()) {
            delete(pod);
        }
    }

    /** Whether the ReplicaSet is gone from the API server: at the start the sets are read after the pods. */
    private boolean isGone(String key) {
        int slash = key.indexOf('/');
        return client.apps()
                        .replicaSets()
                        .inNamespace(key.substring(0, slash))
                        .withName(key.substring(slash + 1))
                        .get()
                == null;
    }

    private void delete(Pod pod) {
        String uid = pod.getMetadata().getUid();
        if (deleted.add(uid)) {
            try {
                client.resource(pod).delete();
            } catch (RuntimeException e) {
                deleted.remove(uid);
                throw e;
            }
        }
    }

    private void report(ReplicaSet set, List<Pod> active) {
        int ready = (int) active.stream().filter(PodDeletionOrder::ready).count();
        Integer reported = set.getStatus() == null ? null : set.getStatus().getReplicas();
        Integer reportedReady = set.getStatus() == null ? null : set.getStatus().getReadyReplicas();
        if (Objects.equals(reported, active.size()) && Objects.equals(reportedReady, ready)) {
            return;
        }
        client.apps().replicaSets().resource(set).editStatus(current -> new ReplicaSetBuilder(current)
                .withNewStatus()
                .withReplicas(active.size())
                .withFullyLabeledReplicas(active.size())
                .withReadyReplicas(ready)
                .withAvailableReplicas(ready)
                .withObservedGeneration(set.getMetadata().getGeneration())
                .endStatus()
                .build());
    }

    private static boolean active(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return pod.getMetadata().getDeletionTimestamp() == null
                && !"Succeeded".equals(phase)
                && !"Failed".equals(phase);
    }

    @Override
    public void close() {
        worker.close();
    }
}
