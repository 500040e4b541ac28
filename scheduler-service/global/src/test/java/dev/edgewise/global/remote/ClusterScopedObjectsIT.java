package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.manifests.ManifestParser;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.AttemptPhaseReader;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.OnUnreachable;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects that are in no namespace, and so have no owner. */
class ClusterScopedObjectsIT {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String CLASS =
            "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: fast}, value: 7}";

    private EmbeddedKubernetes api;
    private MemberHandle member;

    @BeforeEach
    void start() {
        api = new EmbeddedKubernetes().start();
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .endMetadata()
                        .build())
                .create();
        member = new MemberHandle(
                new MemberDefinition(
                        "edge",
                        "",
                        new MemberSettings(LocationClass.EDGE, 0, Map.of("shop", Set.of("shop")), Map.of(), Map.of()),
                        new ConfigBuilder().withMasterUrl(api.url()).build(),
                        ""),
                TestMember.LIMITS,
                Set::of,
                Clock.fixed(NOW, ZoneOffset.UTC),
                () -> 0);
    }

    @AfterEach
    void stop() {
        member.close();
        api.close();
    }

    private AttemptObservation apply(
            TestRequests request, String documents, boolean clusterScoped, AttemptPhaseReader confirmation)
            throws Exception {
        Attempt attempt = new Attempt(1, 0, 0, "edge", member.uid(), AttemptPhase.TRYING, NOW, NOW, NOW, "");
        PreparedRequestManifests prepared = new PreparedRequestManifests(
                ManifestParser.parse("spec.manifests.inline", documents).objects(),
                List.of(),
                false,
                clusterScoped,
                "");
        return new AttemptWork(
                        member,
                        request.request(),
                        attempt,
                        prepared,
                        confirmation,
                        Duration.ofMinutes(1),
                        Clock.fixed(NOW, ZoneOffset.UTC))
                .apply("origin");
    }

    private boolean exists() {
        return api.client().scheduling().v1().priorityClasses().withName("fast").get() != null;
    }

    /**
     * The attempt ends after this worker has asked, and before it creates the object: no owner's deletion would delete
     * that.
     */
    @Test
    void anObjectThatArrivesAfterTheEndOfItsAttemptIsDeletedAgain() throws Exception {
        Queue<AttemptPhase> answers = new ArrayDeque<>(List.of(AttemptPhase.TRYING, AttemptPhase.CLEANED));

        apply(TestRequests.of("a", "[edge]"), CLASS, true, (request, attempt) -> answers.remove());

        assertThat(answers).isEmpty();
        assertThat(exists()).isFalse();
    }

    /** A repetition finds the object that an earlier one has created and not asked for. */
    @Test
    void anObjectOfAnEarlierRepetitionIsAskedForAgain() throws Exception {
        apply(TestRequests.of("a", "[edge]"), CLASS, true, (request, attempt) -> AttemptPhase.TRYING);
        assertThat(exists()).isTrue();
        Queue<AttemptPhase> answers = new ArrayDeque<>(List.of(AttemptPhase.TRYING, AttemptPhase.CLEANED));

        apply(TestRequests.of("a", "[edge]"), CLASS, true, (request, attempt) -> answers.remove());

        assertThat(exists()).isFalse();
    }

    /** The kind may be a custom resource, which only the member's discovery knows to be in no namespace. */
    @Test
    void aKindThatTheMemberSaysToBeInNoNamespaceNeedsThePermission() throws Exception {
        AttemptObservation seen =
                apply(TestRequests.of("a", "[edge]"), CLASS, false, (request, attempt) -> AttemptPhase.TRYING);

        assertThat(seen.failed())
                .isEqualTo("spec.manifests.inline[0].kind is PriorityClass: it must be a kind with a namespace, as "
                        + "cluster-scoped objects are not allowed in requests");
        assertThat(exists()).isFalse();
        assertThat(api.client().configMaps().inAnyNamespace().list().getItems()).isEmpty();
    }

    /** A fence deletes by owner: an object without one would run on beside that of the next cluster. */
    @Test
    void aFenceIsNotForThem() throws Exception {
        AttemptObservation seen = apply(
                TestRequests.of("a", "[edge]").with(OnUnreachable.FENCE),
                CLASS,
                true,
                (request, attempt) -> AttemptPhase.TRYING);

        assertThat(seen.failed()).contains("with onUnreachable Fence");
        assertThat(exists()).isFalse();
    }
}
