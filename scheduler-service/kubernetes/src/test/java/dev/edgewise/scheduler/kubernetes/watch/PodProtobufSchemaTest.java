package dev.edgewise.scheduler.kubernetes.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.edgewise.kubernetes.owners.PodOwner;
import dev.edgewise.kubernetes.requests.PodRequests;
import io.fabric8.kubernetes.api.model.Pod;
import java.beans.Introspector;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The list of a pod's fields against the code that reads them: {@code Type.field}, as the getters of the client's types
 * that it calls say.
 */
class PodProtobufSchemaTest {
    private static final Map<Class<?>, Set<String>> LISTED = PodProtobufSchema.POD.fields();
    /** The classes that read the metadata of pods, which other kinds of objects have, too. */
    private static final Predicate<JavaClass> READS_PODS =
            type -> type.getSimpleName().contains("Pod")
                    || Set.of("Owners", "WatchedKinds").contains(type.getSimpleName());
    /** The name of a pod that is written by a user, and not held by the API server, which has replaced it by a name. */
    private static final Set<String> OF_USERS = Set.of("ObjectMeta.generateName");

    /** Messages whose presence counts, and none of their fields; the recorded values are those of fields. */
    private static final Set<String> WITHOUT_FIELDS = Set.of("ephemeral", "schedulingGroup");

    private static Set<String> listed() {
        Set<String> listed = new TreeSet<>();
        LISTED.forEach((type, names) -> names.forEach(name -> listed.add(type.getSimpleName() + "." + name)));
        return listed;
    }

    /** Returns the fields whose getters are called by the code that reads objects of the API server. */
    private static Set<String> read() {
        JavaClasses code = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(
                        "dev.edgewise.scheduler.kubernetes.watch",
                        "dev.edgewise.scheduler.kubernetes.limits",
                        PodOwner.class.getPackageName(),
                        PodRequests.class.getPackageName());
        return code.stream()
                .flatMap(type -> calls(type)
                        .flatMap(PodProtobufSchemaTest::field)
                        .filter(field -> !field.startsWith("ObjectMeta.") || READS_PODS.test(type)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<AccessTarget.CodeUnitAccessTarget> calls(JavaClass type) {
        return Stream.concat(
                type.getMethodCallsFromSelf().stream().map(call -> call.getTarget()),
                type.getMethodReferencesFromSelf().stream().map(call -> call.getTarget()));
    }

    private static Stream<String> field(AccessTarget.CodeUnitAccessTarget target) {
        boolean isGetter = target.getName().startsWith("get")
                && target.getRawParameterTypes().isEmpty();
        return LISTED.keySet().stream()
                .filter(type ->
                        isGetter && type.getName().equals(target.getOwner().getName()))
                .map(type -> type.getSimpleName() + "."
                        + Introspector.decapitalize(target.getName().substring("get".length())));
    }

    /** Else it would be null in every pod, in either encoding. */
    @Test
    void eachFieldThatIsReadIsListed() {
        Set<String> missing = read();
        missing.removeAll(listed());
        missing.removeAll(OF_USERS);
        assertThat(missing).isEmpty();
    }

    @Test
    void eachFieldThatIsListedIsRead() {
        Set<String> unread = listed();
        unread.removeAll(read());
        assertThat(unread).isEmpty();
    }

    /** {@link PodMessageIT} compares what is read of those pods in either encoding, so that a wrong number is found. */
    @Test
    void eachFieldThatIsListedIsInTheRecordedPods() throws IOException {
        Set<String> recorded = new TreeSet<>();
        try (InputStream in = PodProtobufSchemaTest.class.getResourceAsStream("/pods/fields.txt")) {
            recorded.addAll(Arrays.asList(new String(in.readAllBytes(), UTF_8).split("[.\n]")));
        }
        Set<String> names = new TreeSet<>();
        LISTED.values().forEach(names::addAll);
        names.removeAll(recorded);
        names.removeAll(WITHOUT_FIELDS);
        assertThat(names).isEmpty();
    }

    @Test
    void aPodIsListedFromItsRoot() {
        assertThat(LISTED.get(Pod.class)).containsExactlyInAnyOrder("metadata", "spec", "status");
    }
}
