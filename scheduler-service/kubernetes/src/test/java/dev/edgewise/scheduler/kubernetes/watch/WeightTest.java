package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The memory that one object retains has a bound, whatever the API server accepts. */
class WeightTest {
    /** A key of one character takes 41 bytes, a value of 104 takes 144: 3,640 values make 524,201 of 524,288. */
    private static final int MOST = 3640;

    private static final String LABELS = "{matchExpressions: [{key: k, operator: In, values: [VALUES]}]}";

    private record Kind<T extends HasMetadata>(Class<T> type, String yaml, Consumer<T> convert) {
        void read(int values) {
            convert.accept(Yaml.read(type, filled(yaml, values)));
        }

        @Override
        public String toString() {
            return type.getSimpleName();
        }
    }

    static Stream<Kind<?>> selecting() {
        String selector = "metadata: {name: a, namespace: b}\nspec: {selector: " + LABELS + "}";
        return Stream.of(
                new Kind<>(PodDisruptionBudget.class, selector, DisruptionBudgetConverter::convert),
                new Kind<>(ReplicaSet.class, selector, SelectorConverter::convert),
                new Kind<>(StatefulSet.class, selector, SelectorConverter::convert),
                new Kind<>(PersistentVolumeClaim.class, selector, StorageConverter::convert));
    }

    @ParameterizedTest
    @MethodSource("selecting")
    void aSelectorThatIsTooHeavyIsRefused(Kind<?> kind) {
        assertThatCode(() -> kind.read(MOST)).doesNotThrowAnyException();
        assertThatThrownBy(() -> kind.read(MOST + 1))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessage(
                        "spec.selector is \"524345\": must be at most 524288 bytes in memory, of which each text takes"
                                + " 40 more");
    }

    /** Decisions about any pod visit it: 2,048 bytes each, so that a pod has 200 of them, not thousands. */
    @Test
    void aTermThatSpeaksOfAnyPodAnywhereIsHeavy() {
        Requirement exists = new Requirement("k", Requirement.Operator.EXISTS, List.of());
        LabelSelector anywhere = LabelSelector.EVERYTHING;
        // Keys of one character and the topology key: 41 each.
        assertThat(weight(exists, anywhere)).isEqualTo(41 + 41 + 2_048);
        assertThat(weight(exists, LabelSelector.NOTHING)).isEqualTo(41 + 41);
        assertThat(weight(Requirement.in("k", "v"), anywhere)).isEqualTo(41 + 41 + 41);
    }

    private static int weight(Requirement requirement, LabelSelector namespaces) {
        AffinityTerm term = new AffinityTerm(LabelSelector.of(List.of(requirement)), Set.of(), namespaces, "t");
        return RetainedSizeEstimator.of(new PodAffinity(List.of(), List.of(term), List.of(), List.of()));
    }

    @Test
    void labelsThatAreTooHeavyAreRefused() {
        Map<String, String> labels =
                IntStream.range(0, 6_000).boxed().collect(Collectors.toMap(i -> "key-" + i, i -> "value"));
        Service service = Yaml.read(Service.class, "spec: {selector: {app: web}}");
        service.getSpec().setSelector(labels);
        ReplicationController controller =
                Yaml.read(ReplicationController.class, "spec: {replicas: 1, selector: {app: web}}");
        controller.getSpec().setSelector(labels);
        Namespace namespace = Yaml.read(Namespace.class, "metadata: {name: a}");
        namespace.getMetadata().setLabels(labels);

        assertThatThrownBy(() -> SelectorConverter.convert(service)).hasMessageStartingWith("spec.selector is");
        assertThatThrownBy(() -> SelectorConverter.convert(controller)).hasMessageStartingWith("spec.selector is");
        assertThatThrownBy(() -> WatchedKinds.labels(namespace)).hasMessageStartingWith("metadata.labels is");
    }

    @Test
    void aPodThatIsTooHeavyStillTakesItsRoom() {
        PartiallyReadablePod reading =
                pod("affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                        + "[{topologyKey: zone, labelSelector: " + LABELS + "}]}}");

        assertThat(reading.problem()).hasMessageStartingWith("spec.affinity is").hasMessageContaining("at most 524288");
        assertThat(reading.pod().spec().podAffinity().isNone()).isTrue();
        assertThat(reading.pod().spec().requests().needed().milliCpu()).isEqualTo(2000);
        assertThat(reading.pod().spec().nodeName()).isEqualTo("n1");
    }

    @Test
    void longNamesOfManyImagesAreLeftOut() {
        String image = "i".repeat(1_000);
        String containers = IntStream.range(0, 600)
                .mapToObj(i -> "{name: c" + i + ", image: " + image + i + ", resources: {requests: {cpu: 10m}}}")
                .collect(Collectors.joining(", "));
        PartiallyReadablePod reading = PartiallyReadablePod.of(
                Yaml.read(Pod.class, "metadata: {name: a}\nspec: {nodeName: n1, containers: [" + containers + "]}"));

        assertThat(reading.problem()).hasMessageStartingWith("spec.containers.image is");
        assertThat(reading.pod().spec().images().containers()).isEmpty();
        assertThat(reading.pod().spec().requests().needed().milliCpu()).isEqualTo(6000);
    }

    private static PartiallyReadablePod pod(String field) {
        String yaml = "metadata: {name: a}\nspec:\n  nodeName: n1\n"
                + "  containers: [{name: c, resources: {requests: {cpu: 2}}}]\n  " + field + "\n";
        return PartiallyReadablePod.of(Yaml.read(Pod.class, filled(yaml, MOST + 1)));
    }

    private static String filled(String yaml, int values) {
        String texts = IntStream.range(0, values)
                .mapToObj(i -> "v".repeat(100) + (1000 + i))
                .collect(Collectors.joining(", "));
        return yaml.replace("VALUES", texts);
    }
}
