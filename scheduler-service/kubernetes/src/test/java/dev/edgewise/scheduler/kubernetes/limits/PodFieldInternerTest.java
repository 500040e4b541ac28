package dev.edgewise.scheduler.kubernetes.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.kubernetes.watch.NodeConverter;
import dev.edgewise.scheduler.kubernetes.watch.PodConverter;
import dev.edgewise.scheduler.kubernetes.watch.Yaml;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodSpec;
import org.junit.jupiter.api.Test;

class PodFieldInternerTest {
    @Test
    void replicasShareAllButWhatIsTheirOwn() {
        Pod one = replica("web-5f-a");
        Pod other = replica("web-5f-b");

        assertThat(other.key().name()).isEqualTo("web-5f-b");
        assertThat(other.namespace()).isSameAs(one.namespace());
        assertThat(other.labels()).isSameAs(one.labels()).hasSize(3);
        assertThat(other.annotations()).isSameAs(one.annotations()).hasSize(1);
        assertThat(other.workload()).isSameAs(one.workload());
        assertThat(other.controller()).isSameAs(one.controller()).isNotNull();
        PodSpec spec = other.spec();
        assertThat(spec.nodeName()).isSameAs(one.spec().nodeName()).isEqualTo("n1");
        assertThat(spec.schedulerName()).isSameAs(one.spec().schedulerName());
        assertThat(spec.requests()).isSameAs(one.spec().requests());
        assertThat(spec.tolerations()).isSameAs(one.spec().tolerations()).hasSize(1);
        assertThat(spec.nodeAffinity()).isSameAs(one.spec().nodeAffinity());
        assertThat(spec.podAffinity()).isSameAs(one.spec().podAffinity());
        assertThat(spec.spread()).isSameAs(one.spec().spread()).hasSize(1);
        assertThat(spec.images()).isSameAs(one.spec().images());
    }

    @Test
    void labelsThatDifferInOneStillShareTheOthers() {
        Pod one = labelled("instance: 'db-0', team: 'shop'");
        Pod other = labelled("instance: 'db-1', team: 'shop'");

        assertThat(other.labels()).containsEntry("instance", "db-1");
        assertThat(one.labels()).containsEntry("instance", "db-0");
        assertThat(other.labels().get("team")).isSameAs(one.labels().get("team"));
    }

    @Test
    void nodesSayTheSameNameAsTheirPods() {
        Node node = NodeConverter.convert(Yaml.read(
                io.fabric8.kubernetes.api.model.Node.class,
                "metadata: {name: n1}\nstatus: {images: [{names: [a, b], sizeBytes: 5000000}]}"));

        assertThat(node.name()).isSameAs(replica("web-5f-a").spec().nodeName());
        assertThat(node.images().get("a")).isSameAs(node.images().get("b")).isEqualTo(5_000_000L);
    }

    private static Pod labelled(String labels) {
        return read("metadata: {name: a, labels: {" + labels + "}}\nspec: {containers: [{name: c}]}");
    }

    private static Pod replica(String name) {
        return read(
                """
                metadata:
                  name: %s
                  namespace: shop
                  labels: {app: web, pod-template-hash: 5f, team: shop}
                  annotations: {edgewise.dev/delay: p95}
                  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-5f, uid: r, controller: true}]
                spec:
                  nodeName: n1
                  schedulerName: edgewise
                  containers: [{name: c, image: 'web:1', resources: {requests: {cpu: 1, memory: 1Gi}}}]
                  tolerations: [{key: gone, operator: Exists}]
                  nodeSelector: {disk: ssd}
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                      - {topologyKey: zone, labelSelector: {matchLabels: {app: web}}}
                  topologySpreadConstraints:
                  - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}
                """
                        .formatted(name));
    }

    private static Pod read(String yaml) {
        return PodConverter.convert(Yaml.read(io.fabric8.kubernetes.api.model.Pod.class, yaml));
    }
}
