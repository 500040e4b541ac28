package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.manifests.ManifestParser;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.AttemptPhaseReader;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.OnUnreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Attempts with a fence of 15 s in one member, which has one thread for other work and answers four requests at a time.
 * Each attempt has three Services.
 */
class FencedLooksIT {
    private static final Duration FENCE = Duration.ofSeconds(15);
    private static final String NAMESPACE = "/api/v1/namespaces/shop/";
    private static final int LONGEST_SECONDS = 10;

    private final TestClock clock = new TestClock();
    /** Ends the answers that a test holds up. */
    private final CountDownLatch end = new CountDownLatch(1);

    private TestMember member;

    @BeforeEach
    void start() throws Exception {
        member = new TestMember(clock.instant());
        member.uid = "own";
        String lease = "{\"metadata\": {\"annotations\": {\"edgewise.dev/fenced-namespaces\": \"shop\"}}, \"spec\":"
                + " {\"renewTime\": \"%s\"}}";
        member.answers(
                "/apis/coordination.k8s.io/v1/namespaces/edgewise-member/leases/edgewise-fence",
                (path, body) -> Map.entry(200, lease.formatted(clock.instant())));
    }

    @AfterEach
    void stop() {
        end.countDown();
        member.close();
    }

    /** Three requests at a time are as many as still leave one of the four to the fourth look. */
    @Test
    void aLookDoesNotWaitForThoseThatAreSlow() throws Exception {
        CountDownLatch slow = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            attempt("slow" + i, renewals -> {}, object -> hang(slow));
            look(work("slow" + i));
        }
        assertThat(slow.await(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        attempt("fast", renewals -> {}, object -> {});

        AttemptObservation seen = look(work("fast")).get(LONGEST_SECONDS, TimeUnit.SECONDS);

        assertThat(seen.isReady()).isTrue();
    }

    /** Otherwise a member would delete what its other requests keep from being renewed. */
    @Test
    void fencesAreRenewedAlthoughAllRequestsToTheMemberAreSlow() throws Exception {
        CountDownLatch renewed = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) {
            attempt("slow" + i, renewals -> renewed.countDown(), object -> end.await());
        }
        for (int i = 0; i < 10; i++) {
            look(work("slow" + i));
        }

        assertThat(renewed.await(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(member.handle.check()).isTrue();
    }

    @Test
    void aLookThatIsLongerThanAThirdOfTheFenceRenewsItMeanwhile() throws Exception {
        List<Instant> expiries = new ArrayList<>();
        Instant begun = clock.instant();
        attempt(
                "long",
                renewals -> expiries.add(clock.instant().plus(FENCE)),
                object -> clock.advance(Duration.ofSeconds(6)));

        assertThat(work("long").observe().isReady()).isTrue();

        // At 0 s, and before the second and the third object, at 6 and 12 s.
        assertThat(expiries).containsExactly(begun.plusSeconds(15), begun.plusSeconds(21), begun.plusSeconds(27));
        assertThat(member.count("PATCH")).isEqualTo(3);
    }

    /** Another replica has decided to delete the objects: the next cluster is tried after a fence from then on. */
    @Test
    void aLookDoesNotRenewWhatIsNotTriedAnyMore() throws Exception {
        attempt("long", renewals -> {}, object -> clock.advance(Duration.ofSeconds(6)));
        int[] asked = {0};

        work("long", (request, one) -> asked[0]++ == 0 ? AttemptPhase.TRYING : AttemptPhase.CLEANING)
                .observe();

        assertThat(member.count("PATCH")).isEqualTo(1);
    }

    /** An attempt whose objects are refused for a while is applied again and again, and never only looked at. */
    @Test
    void theFenceIsRenewedWhenAnAttemptIsAppliedAgain() throws Exception {
        attempt("again", renewals -> {}, object -> {});
        member.answers("/api/v1/namespaces/kube-system", 200, "{\"metadata\": {\"uid\": \"own\"}}");
        member.answers(NAMESPACE + "configmaps?", 409, "{}");
        member.answers(
                "/api/v1",
                200,
                "{\"resources\": [{\"name\": \"services\", \"kind\": \"Service\", \"namespaced\": true}]}");
        member.answers(NAMESPACE + "services?", 503, "{\"message\": \"failed calling webhook\"}");

        AttemptObservation seen = work("again").apply("origin");

        assertThat(seen.failed()).isNull();
        assertThat(member.count("PATCH")).isEqualTo(1);
    }

    private void hang(CountDownLatch begun) throws InterruptedException {
        begun.countDown();
        end.await();
    }

    /** Delays the answer about an object. */
    private interface Delay {
        void of(String object) throws InterruptedException;
    }

    /** Makes the objects of an attempt, of which each tells of its questions. */
    private void attempt(String name, IntConsumer onRenewal, Delay onLook) {
        String labels = "{\"edgewise.dev/request\": \"uid-" + name + "\", \"edgewise.dev/attempt\": \"1\"}";
        List<String> refs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String service = name + "-" + i;
            refs.add("{\\\"collection\\\": \\\"/api/v1/namespaces/shop/services\\\", \\\"kind\\\": \\\"Service\\\","
                    + " \\\"name\\\": \\\"" + service + "\\\", \\\"namespaced\\\": true}");
            member.answers(NAMESPACE + "services/" + service, (path, body) -> {
                onLook.of(service);
                return Map.entry(
                        200, "{\"kind\": \"Service\", \"metadata\": {\"uid\": \"s\", \"labels\": " + labels + "}}");
            });
        }
        int[] renewals = {0};
        member.answers(NAMESPACE + "configmaps/edgewise-request-uid-" + name + "-1", (path, body) -> {
            if (!body.isEmpty()) {
                onRenewal.accept(++renewals[0]);
            }
            return Map.entry(
                    200,
                    "{\"metadata\": {\"uid\": \"anchor\", \"labels\": " + labels
                            + ", \"annotations\": {\"edgewise.dev/expires\": \"x\"}}, \"data\": {\"objects\": \"" + refs
                            + "\"}}");
        });
    }

    private CompletableFuture<AttemptObservation> look(AttemptWork work) {
        CompletableFuture<AttemptObservation> result = new CompletableFuture<>();
        member.handle.fencedExecutor().execute(() -> {
            try {
                result.complete(work.observe());
            } catch (MemberUnreachableException unanswered) {
                result.completeExceptionally(unanswered);
            }
        });
        return result;
    }

    private AttemptWork work(String name) throws MemberUnreachableException {
        return work(name, (request, one) -> AttemptPhase.TRYING);
    }

    private AttemptWork work(String name, AttemptPhaseReader confirmation) throws MemberUnreachableException {
        Instant now = clock.instant();
        return new AttemptWork(
                member.handle,
                TestRequests.of(name, "[edge]").with(OnUnreachable.FENCE).request(),
                new Attempt(1, 0, 0, "edge", "own", AttemptPhase.TRYING, now, now.plusSeconds(60), now, ""),
                new PreparedRequestManifests(
                        ManifestParser.parse(
                                        "spec.manifests.inline",
                                        "{apiVersion: v1, kind: Service, metadata: {name: again-0}}")
                                .objects(),
                        List.of(),
                        false,
                        false,
                        ""),
                confirmation,
                FENCE,
                clock);
    }
}
