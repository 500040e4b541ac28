package dev.edgewise.sandbox.cluster.controller;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ReplicaSet that belongs to a Deployment's pod template, as the real controller makes it. */
final class TemplateReplicaSets {
    private static final String HASH = "pod-template-hash";

    private TemplateReplicaSets() {}

    static String nameOf(Deployment deployment, KubernetesClient client) {
        return deployment.getMetadata().getName() + "-" + hash(deployment, client);
    }

    static ReplicaSet create(Deployment deployment, int revision, KubernetesClient client) {
        String hash = hash(deployment, client);
        Map<String, String> labels = Map.of(HASH, hash);
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withName(deployment.getMetadata().getName() + "-" + hash)
                .withNamespace(deployment.getMetadata().getNamespace())
                .withLabels(deployment.getSpec().getTemplate().getMetadata().getLabels())
                .addToLabels(labels)
                .addToAnnotations("deployment.kubernetes.io/revision", String.valueOf(revision))
                .withOwnerReferences(ControllerReferences.reference(deployment))
                .endMetadata()
                .withNewSpec()
                .withReplicas(0)
                .withSelector(deployment
                        .getSpec()
                        .getSelector()
                        .edit()
                        .addToMatchLabels(labels)
                        .build())
                .withTemplate(deployment
                        .getSpec()
                        .getTemplate()
                        .edit()
                        .editMetadata()
                        .addToLabels(labels)
                        .endMetadata()
                        .build())
                .endSpec()
                .build();
    }

    static NextRolloutReplicas.Scale scale(ReplicaSet set) {
        Integer ready = set.getStatus() == null ? null : set.getStatus().getReadyReplicas();
        Integer pods = set.getStatus() == null ? null : set.getStatus().getReplicas();
        return new NextRolloutReplicas.Scale(
                set.getSpec().getReplicas(), ready == null ? 0 : ready, pods == null ? 0 : pods);
    }

    /** Percentages become pods as in Kubernetes: surge rounds up, unavailable down, and never are both zero. */
    static NextRolloutReplicas.Strategy strategy(Deployment deployment) {
        var strategy = deployment.getSpec().getStrategy();
        if (strategy != null && "Recreate".equals(strategy.getType())) {
            return new NextRolloutReplicas.Strategy(true, 0, 0);
        }
        var rolling = strategy == null ? null : strategy.getRollingUpdate();
        int desired = deployment.getSpec().getReplicas();
        int surge = (int) Math.ceil(pods(rolling == null ? null : rolling.getMaxSurge(), desired));
        int unavailable = (int) Math.floor(pods(rolling == null ? null : rolling.getMaxUnavailable(), desired));
        return new NextRolloutReplicas.Strategy(false, surge, surge == 0 && unavailable == 0 ? 1 : unavailable);
    }

    private static double pods(@Nullable IntOrString value, int desired) {
        if (value != null && value.getIntVal() != null) {
            return value.getIntVal();
        }
        String percent = value == null ? "25%" : value.getStrVal();
        return desired * Double.parseDouble(percent.replace("%", "")) / 100;
    }

    private static String hash(Deployment deployment, KubernetesClient client) {
        return RandomNameSuffixes.hash(
                client.getKubernetesSerialization().asJson(deployment.getSpec().getTemplate()));
    }
}
