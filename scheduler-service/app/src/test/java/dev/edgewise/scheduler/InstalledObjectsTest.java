package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The labels by which {@code docs/deploy.md} removes objects. */
class InstalledObjectsTest {
    private static final Path INSTALL = RepositoryFiles.file("deploy/kubernetes/install");
    private static final String PART_OF = "app.kubernetes.io/part-of";
    private static final String COMPONENT = "app.kubernetes.io/component";

    private static List<GenericKubernetesResource> objects(String file) throws IOException {
        KubernetesSerialization yaml = new KubernetesSerialization();
        return Stream.of(Files.readString(INSTALL.resolve(file)).split("(?m)^---$"))
                .map(document -> yaml.unmarshal(document, GenericKubernetesResource.class))
                .toList();
    }

    private static Map<String, String> labels(GenericKubernetesResource object) {
        return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
    }

    private static List<String> names(String file, Predicate<Map<String, String>> selector) throws IOException {
        return objects(file).stream()
                .filter(object -> selector.test(labels(object)))
                .map(object -> object.getKind() + "/" + object.getMetadata().getName())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"all.yaml", "slots.yaml", "global.yaml", "scheduler-service.yaml", "network-probe.yaml"})
    void eachObjectIsPartOfTheSuite(String file) throws IOException {
        assertThat(objects(file)).allSatisfy(object -> assertThat(labels(object))
                .as(object.getKind() + " " + object.getMetadata().getName())
                .containsEntry(PART_OF, "edgewise"));
    }

    /** The label of a namespace lets its pods have the priority of the suite, which those in members have not. */
    @ParameterizedTest
    @ValueSource(strings = {"global-member.yaml", "global-member-services.yaml"})
    void objectsInMembersAreNotPartOfTheSuiteThere(String file) throws IOException {
        assertThat(objects(file))
                .allSatisfy(object -> assertThat(labels(object)).doesNotContainKey(PART_OF));
    }

    /** The objects that {@code scheduler-service.yaml} has are left without slots. */
    @Test
    void theSelectorOfTheDocumentedRemovalIsForAllThatSlotsBrought() throws IOException {
        assertThat(Files.readString(RepositoryFiles.file("docs/deploy.md")))
                .contains("kubectl delete -f deploy/kubernetes/install/slots.yaml -l " + COMPONENT + "=slots ");
        List<String> without = names("scheduler-service.yaml", labels -> true);
        List<String> brought = names("slots.yaml", labels -> true).stream()
                .filter(name -> !without.contains(name))
                .toList();

        assertThat(names("slots.yaml", labels -> "slots".equals(labels.get(COMPONENT))))
                .contains("CustomResourceDefinition/testbeds.edgewise.dev", "PriorityClass/edgewise-slots")
                .containsExactlyElementsOf(brought);
    }

    @Test
    void theSelectorOfOneServiceLeavesItsNamespace() throws IOException {
        assertThat(names("network-probe.yaml", labels -> "namespace".equals(labels.get(COMPONENT))))
                .containsExactly("Namespace/edgewise");
    }
}
