package dev.edgewise.sandbox.cluster.controller;

import dev.edgewise.sandbox.cluster.SingleThreadReconcileQueue;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.HttpURLConnection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Keeps one ReplicaSet per pod template of each Deployment, and moves replicas from old templates to the current one.
 */
final class DeploymentController implements AutoCloseable {
    private final KubernetesClient client;
    private final SingleThreadReconcileQueue worker =
            new SingleThreadReconcileQueue("deployment-controller", this::reconcile);
    private final SharedIndexInformer<Deployment> deployments;
    private final SharedIndexInformer<ReplicaSet> sets;

    DeploymentController(
            KubernetesClient client,
            SharedIndexInformer<Deployment> deployments,
            SharedIndexInformer<ReplicaSet> sets) {
        this.client = client;
        this.deployments = deployments;
        this.sets = sets;
        deployments.addEventHandler(
                new ChangeHandler<>(deployment -> worker.add(ControllerReferences.key(deployment))));
        sets.addEventHandler(new ChangeHandler<>(
                set -> ControllerReferences.keyOfOwner("Deployment", set).ifPresent(worker::add)));
    }

    private void reconcile(String key) {
        Deployment deployment = deployments.getStore().getByKey(key);
        List<ReplicaSet> owned = sets.getStore().list().stream()
                .filter(set -> ControllerReferences.keyOfOwner("Deployment", set)
                        .filter(key::equals)
                        .isPresent())
                .sorted(Comparator.comparing(set -> set.getMetadata().getName()))
                .toList();
        if (deployment == null || deployment.getMetadata().getDeletionTimestamp() != null) {
            return;
        }
        String name = TemplateReplicaSets.nameOf(deployment, client);
        Optional<ReplicaSet> current = owned.stream()
                .filter(set -> set.getMetadata().getName().equals(name))
                .findFirst();
        if (current.isEmpty()) {
            create(TemplateReplicaSets.create(deployment, owned.size() + 1, client));
            return;
        }
        List<ReplicaSet> old =
                owned.stream().filter(set -> set != current.get()).toList();
        NextRolloutReplicas next = NextRolloutReplicas.next(
                deployment.getSpec().getReplicas(),
                TemplateReplicaSets.strategy(deployment),
                TemplateReplicaSets.scale(current.get()),
                old.stream().map(TemplateReplicaSets::scale).toList());
        scale(current.get(), next.current());
        for (int i = 0; i < old.size(); i++) {
            scale(old.get(i), next.old().get(i));
        }
        report(deployment, current.get(), owned);
    }

    private void create(ReplicaSet set) {
        try {
            client.resource(set).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
        }
    }

    private void scale(ReplicaSet set, int replicas) {
        if (set.getSpec().getReplicas() != replicas) {
            client.resource(set)
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"replicas\":" + replicas + "}}");
        }
    }

    private void report(Deployment deployment, ReplicaSet current, List<ReplicaSet> all) {
        NextRolloutReplicas.Scale updated = TemplateReplicaSets.scale(current);
        int pods = all.stream()
                .mapToInt(set -> TemplateReplicaSets.scale(set).pods())
                .sum();
        int ready = all.stream()
                .mapToInt(set -> TemplateReplicaSets.scale(set).ready())
                .sum();
        var status = new DeploymentBuilder(deployment)
                .editOrNewStatus()
                .withObservedGeneration(deployment.getMetadata().getGeneration())
                .withReplicas(pods)
                .withUpdatedReplicas(updated.pods())
                .withReadyReplicas(ready)
                .withAvailableReplicas(ready)
                .withUnavailableReplicas(Math.max(0, deployment.getSpec().getReplicas() - ready))
                .endStatus()
                .buildStatus();
        if (!Objects.equals(status, deployment.getStatus())) {
            client.apps().deployments().resource(deployment).editStatus(now -> new DeploymentBuilder(now)
                    .withStatus(status)
                    .build());
        }
    }

    @Override
    public void close() {
        worker.close();
    }
}
