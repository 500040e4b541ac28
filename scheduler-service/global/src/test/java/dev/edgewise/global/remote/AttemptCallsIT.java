package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.manifests.ManifestParser;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The questions that an attempt with one object costs its member. */
class AttemptCallsIT {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String METADATA =
            "\"metadata\": {\"name\": \"web\", \"uid\": \"o\", \"labels\": {\"edgewise.dev/request\": \"uid-a\", \"edgewise.dev/attempt\": \"1\"}}";
    private static final String KUBE_SYSTEM = "GET /api/v1/namespaces/kube-system";
    private static final String MAPS = "/api/v1/namespaces/shop/configmaps";
    private static final String ANCHOR = MAPS + "/edgewise-request-uid-a-1";
    private static final String PODS = "/api/v1/namespaces/shop/pods";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/shop/deployments";
    private static final String BY = "?fieldManager=edgewise-global";

    private TestMember member;

    @BeforeEach
    void start() throws Exception {
        member = new TestMember(NOW);
        member.answers(
                "/api/v1",
                200,
                "{\"resources\": [{\"name\": \"pods\", \"kind\": \"Pod\", \"namespaced\": true},"
                        + " {\"name\": \"services\", \"kind\": \"Service\", \"namespaced\": true}]}");
        member.answers(
                "/apis/apps/v1",
                200,
                "{\"resources\": [{\"name\": \"deployments\", \"kind\": \"Deployment\", \"namespaced\": true}]}");
        member.answers("/api/v1/namespaces/kube-system", 200, "{\"metadata\": {\"uid\": \"own\"}}");
        member.answers(MAPS, 201, "{" + METADATA + "}");
        member.answers(PODS, 201, "{\"kind\": \"Pod\", " + METADATA + "}");
        member.answers(
                DEPLOYMENTS,
                201,
                "{\"apiVersion\": \"apps/v1\", \"kind\": \"Deployment\", " + METADATA
                        + ", \"spec\": {\"replicas\": 1}}");
    }

    @AfterEach
    void stop() {
        member.close();
    }

    private AttemptWork work(String documents) throws Exception {
        PreparedRequestManifests prepared = new PreparedRequestManifests(
                ManifestParser.parse("spec.manifests.inline", documents).objects(), List.of(), false, false, "");
        return new AttemptWork(
                member.handle,
                TestRequests.of("a", "[edge]").request(),
                new Attempt(1, 0, 0, "edge", "own", AttemptPhase.TRYING, NOW, NOW, NOW, ""),
                prepared,
                (request, one) -> AttemptPhase.TRYING,
                Duration.ofMinutes(1),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    /** The answer to its creation shows an object as well as a question of its own would. */
    @Test
    void anObjectThatWasJustCreatedIsNotAskedFor() throws Exception {
        AttemptObservation seen =
                work("{apiVersion: v1, kind: Pod, metadata: {name: web}}").apply("origin");

        assertThat(member.asked).containsExactly(KUBE_SYSTEM, "GET /api/v1", "POST " + MAPS + BY, "POST " + PODS + BY);
        assertThat(seen.expected()).isEqualTo(1);
        assertThat(seen.objects()).isEqualTo(1);
        assertThat(seen.ready()).isZero();
        assertThat(seen.pending()).isEqualTo("Pod web: it is not running yet");
    }

    @Test
    void anObjectThatIsReadyAsItIsCreatedIsReadyAtOnce() throws Exception {
        member.answers("/api/v1/namespaces/shop/services", 201, "{\"kind\": \"Service\", " + METADATA + "}");

        assertThat(work("{apiVersion: v1, kind: Service, metadata: {name: web}}")
                        .apply("origin")
                        .isReady())
                .isTrue();
    }

    /** The first object is refused, so that the answers do not show all: they are looked at as before. */
    @Test
    void anObjectThatIsRefusedIsAskedForAsTheOthersAre() throws Exception {
        member.answers(PODS, 403, "{\"message\": \"no\"}");

        AttemptObservation seen =
                work("{apiVersion: v1, kind: Pod, metadata: {name: web}}").apply("origin");

        assertThat(seen.failed())
                .isEqualTo("spec.manifests.inline[0] is Pod web: as system:serviceaccount:shop:edgewise-tenant,"
                        + " cluster edge answers 403 no");
        assertThat(member.count("GET " + PODS + "/web")).isEqualTo(1);
    }

    /** A pod says itself what it waits for. */
    @Test
    void podsAreListedForWorkloadsAlone() throws Exception {
        work("{apiVersion: v1, kind: Pod, metadata: {name: web}}").observe();
        assertThat(member.asked).containsExactly(KUBE_SYSTEM, "GET " + ANCHOR, "GET /api/v1", "GET " + PODS + "/web");
        member.asked.clear();

        AttemptWork work = work("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}");
        work.apply("origin");
        assertThat(member.count("GET " + PODS)).isZero();

        work.observe();
        assertThat(member.count("GET " + PODS + "?limit=50&labelSelector=")).isEqualTo(1);
    }
}
