package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeConverterTest {
    @Test
    void readsWhatPlacementNeeds() {
        Node node = node(
                """
                metadata: {name: n1, labels: {zone: a}}
                spec: {unschedulable: true, taints: [{key: k, effect: NoSchedule}]}
                status:
                  allocatable: {cpu: 3920m, memory: 1Gi, ephemeral-storage: 2Ki, pods: '110', example.com/gpu: '2'}
                  images: [{names: ['app:1', 'app@sha256:0'], sizeBytes: 500}]
                  declaredFeatures: [Feature]
                """);
        assertThat(node)
                .isEqualTo(new Node(
                        "n1",
                        Map.of("zone", "a"),
                        true,
                        List.of(new Taint("k", "", Taint.Effect.NO_SCHEDULE)),
                        new Resources(3920, 1L << 30, 2048, Map.of("example.com/gpu", 2L)),
                        110,
                        Map.of("app:1", 500L, "app@sha256:0", 500L),
                        Set.of("Feature")));
    }

    @Test
    void anImageMayHaveNoName() {
        // As kubelets write them after a tag has moved to another image.
        Node node = node(
                "metadata: {name: n1}\nstatus: {images: [{names: null, sizeBytes: 5}, {names: [a], sizeBytes: 7}]}");
        assertThat(node.images()).isEqualTo(Map.of("a", 7L));
    }

    @Test
    void aNodeWithoutStatusHasNoRoom() {
        Node node = node("metadata: {name: n1}");
        assertThat(node.allocatable()).isEqualTo(Resources.NONE);
        assertThat(node.maxPods()).isZero();
        assertThat(node.unschedulable()).isFalse();
    }

    @Test
    void refusesAnUnknownEffect() {
        assertThatThrownBy(() -> node("metadata: {name: n1}\nspec: {taints: [{key: k, effect: Maybe}]}"))
                .hasMessage(
                        "spec.taints[0].effect is \"Maybe\": must be one of NoSchedule, PreferNoSchedule, NoExecute");
    }

    @Test
    void anAnnotationSaysThatItsPodsStayWithIt() {
        assertThat(node("metadata: {name: n1, annotations: {edgewise.dev/recovery: none}}")
                        .keepsPods())
                .isTrue();
        assertThat(node("metadata: {name: n1}").keepsPods()).isFalse();
        assertThatThrownBy(() -> node("metadata: {name: n1, annotations: {edgewise.dev/recovery: off}}"))
                .hasMessage(
                        "metadata.annotations[edgewise.dev/recovery] is \"off\": must be none, so that its pods stay"
                                + " with it when it fails; or left out");
    }

    @Test
    void whatElseTheAnnotationSaysCostsTheNodeNothingElse() {
        PartiallyReadableNode reading = PartiallyReadableNode.of(Yaml.read(
                io.fabric8.kubernetes.api.model.Node.class,
                "metadata: {name: n1, labels: {a: b}, annotations: {edgewise.dev/recovery: off}}"));
        assertThat(reading.problem()).isNotNull();
        assertThat(reading.node().labels()).containsEntry("a", "b");
        assertThat(reading.node().unschedulable()).isFalse();
    }

    @Test
    void readsDisruptionBudgets() {
        assertThat(budget("spec: {selector: {matchLabels: {app: web}}}\nstatus: {disruptionsAllowed: 2}"))
                .isEqualTo(new DisruptionBudget(
                        "shop", "pdb", LabelSelector.of(List.of(Requirement.in("app", "web"))), 2));
        assertThat(budget("spec: {}\nstatus: {disruptedPods: {web-1: \"2026-01-01T00:00:00Z\"}}")
                        .disruptedPods())
                .containsExactly("web-1");
        assertThat(budget("spec: {}").selector()).isEqualTo(LabelSelector.NOTHING);
        assertThat(budget("spec: {selector: {}}").selector()).isEqualTo(LabelSelector.EVERYTHING);
    }

    private static Node node(String yaml) {
        return NodeConverter.convert(Yaml.read(io.fabric8.kubernetes.api.model.Node.class, yaml));
    }

    private static DisruptionBudget budget(String yaml) {
        return DisruptionBudgetConverter.convert(
                Yaml.read(PodDisruptionBudget.class, "metadata: {name: pdb, namespace: shop}\n" + yaml));
    }
}
