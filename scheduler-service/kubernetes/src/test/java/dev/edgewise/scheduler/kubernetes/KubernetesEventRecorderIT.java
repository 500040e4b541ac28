package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.cycle.PreemptionWriter.Eviction;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Pod;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KubernetesEventRecorderIT extends SchedulerClusterIT {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BindingsInFlight traffic = new BindingsInFlight();
    private final EventDetails details = new EventDetails() {
        @Override
        public String placed(Pod bound) {
            return bound.labels().isEmpty() ? "" : ": 1.1 ms from edge-1 (≤ 2.5 ms)";
        }

        @Override
        public String rejected(Pod pod) {
            return " nearest edge-241, " + figures.incrementAndGet() + " ms from edge-1 (≤ 40 ms)";
        }
    };
    private final AtomicInteger figures = new AtomicInteger(40);
    private final List<Boolean> ended = new CopyOnWriteArrayList<>();
    private final List<Pod> refused = new CopyOnWriteArrayList<>();
    private KubernetesEventRecorder recorder;
    private KubernetesPreemptionWriter evictor;

    @BeforeEach
    void start() {
        recorder = new KubernetesEventRecorder(api, retries, traffic, "replica-1", details, Clock.systemUTC(), meters);
        KubernetesReservations reservations = new KubernetesReservations(api, retries);
        evictor = new KubernetesPreemptionWriter(
                api, retries, mover(), reservations, traffic, recorder, Clock.systemUTC(), meters);
    }

    private KubernetesMover mover() {
        return new KubernetesMover(api, new KubernetesReservations(api, retries), pause -> {});
    }

    @AfterEach
    void stop() {
        evictor.stop(Duration.ZERO);
        recorder.stop(Duration.ZERO);
    }

    @Test
    void tellsThatAPodWasScheduled() {
        Pod pod = created("p");
        recorder.scheduled(pod.assignedTo("n1"));
        recorder.stop(SOON);
        Event event = events().get(0);
        assertThat(event.getReason()).isEqualTo("Scheduled");
        assertThat(event.getType()).isEqualTo("Normal");
        assertThat(event.getMessage()).isEqualTo("Successfully assigned default/p to n1");
        assertThat(event.getReportingComponent()).isEqualTo("edgewise");
        assertThat(event.getSource().getComponent()).isEqualTo("edgewise");
        assertThat(event.getInvolvedObject().getUid()).isEqualTo(pod.uid());
        assertThat(event.getCount()).isEqualTo(1);
    }

    @Test
    void saysWhyThePodIsThere() {
        Pod pod = created("p");
        Pod near = new Pod(
                pod.key(),
                pod.uid(),
                Map.of("delay_edge-1", "2.5"),
                Map.of(),
                "",
                null,
                "",
                pod.createdAt(),
                false,
                pod.spec(),
                pod.status());
        recorder.scheduled(near.assignedTo("n1"));
        recorder.stop(SOON);
        assertThat(events().get(0).getMessage())
                .isEqualTo("Successfully assigned default/p to n1: 1.1 ms from edge-1 (≤ 2.5 ms)");
    }

    /** Figures change with each measurement, and each text of its own would be an event of its own. */
    @Test
    void saysHowNearThePodWasAndStaysOneEventWhenThatChanges() {
        Pod pod = created("p");
        String message = "0/1 nodes are available: 1 node(s) were farther than 40 ms from edge-1.";
        for (int i = 0; i < 5; i++) {
            recorder.unschedulable(tooFar(pod, message));
        }
        recorder.stop(SOON);
        assertThat(events()).singleElement().satisfies(event -> assertThat(event.getMessage())
                .isEqualTo(message + " nearest edge-241, 41 ms from edge-1 (≤ 40 ms)"));
        assertThat(figures).as("worked out for the event that is written").hasValue(41);
        assertThat(condition("p", "PodScheduled").getMessage()).isEqualTo(message);
    }

    private static Decision tooFar(Pod pod, String message) {
        return new Decision(
                pod, "edgewise", Instant.EPOCH, null, message, 1, 0, Map.of(), Set.of("Delay"), List.of(), List.of());
    }

    @Test
    void tellsAProblemOnceAndWritesTheCondition() {
        Pod pod = created("p");
        for (int i = 0; i < 5; i++) {
            recorder.unschedulable(decision(pod, null, "0/2 nodes are available: \"2\" Insufficient cpu."));
        }
        recorder.stop(SOON);
        assertThat(events()).singleElement().satisfies(event -> assertThat(event.getMessage())
                .isEqualTo("0/2 nodes are available: \"2\" Insufficient cpu."));
        PodCondition condition = condition("p", "PodScheduled");
        assertThat(condition.getStatus()).isEqualTo("False");
        assertThat(condition.getReason()).isEqualTo("Unschedulable");
        assertThat(condition.getMessage()).isEqualTo("0/2 nodes are available: \"2\" Insufficient cpu.");
        assertThat(condition.getLastTransitionTime()).isNotNull();
    }

    @Test
    void aNewMessageKeepsTheTransitionTime() {
        Pod pod = created("p");
        recorder.unschedulable(decision(pod, null, "one"));
        await().atMost(SOON).until(() -> condition("p", "PodScheduled") != null);
        String since = condition("p", "PodScheduled").getLastTransitionTime();
        recorder.failed(pod, "two");
        recorder.stop(SOON);
        assertThat(condition("p", "PodScheduled").getReason()).isEqualTo("SchedulerError");
        assertThat(condition("p", "PodScheduled").getMessage()).isEqualTo("two");
        assertThat(condition("p", "PodScheduled").getLastTransitionTime()).isEqualTo(since);
    }

    @Test
    void namesTheNodeThatAPodCouldNotBeBoundTo() {
        Pod pod = created("p");
        recorder.bindingFailed(pod, "n1", "refused");
        recorder.stop(SOON);
        assertThat(events()).singleElement().satisfies(event -> {
            assertThat(event.getReason()).isEqualTo("FailedScheduling");
            assertThat(event.getMessage()).isEqualTo("refused");
            assertThat(event.getRelated().getKind()).isEqualTo("Node");
            assertThat(event.getRelated().getName()).isEqualTo("n1");
        });
        assertThat(condition("p", "PodScheduled").getReason()).isEqualTo("SchedulerError");
    }

    @Test
    void triesAgainAndCountsWhatIsLost() {
        Pod pod = created("p");
        kubernetes.failNext("POST", "/events", 503, 2);
        recorder.scheduled(pod.assignedTo("n1"));
        await().atMost(SOON).until(() -> events().size() == 1);
        kubernetes.deny("create", "events");
        recorder.scheduled(pod.assignedTo("n1"));
        await().atMost(SOON)
                .until(() -> meters.counter("edgewise.events.dropped").count() == 1);
    }

    @Test
    void bindingsGoFirst() {
        Pod pod = created("p");
        traffic.begin();
        recorder.scheduled(pod.assignedTo("n1"));
        await().during(Duration.ofMillis(300)).atMost(SOON).until(() -> events().isEmpty());
        traffic.end();
        await().atMost(SOON).until(() -> events().size() == 1);
    }

    @Test
    void aPodWhoseBindingIsSeenLateIsNotCalledUnschedulable() {
        Pod pod = created("p");
        traffic.begin();
        recorder.failed(pod, "the API server did not answer");
        recorder.scheduled(pod.assignedTo("n1"));
        traffic.end();
        recorder.stop(SOON);
        assertThat(events()).hasSize(2);
        assertThat(condition("p", "PodScheduled")).isNull();
    }

    @Test
    void aPodThatWasBoundMeanwhileIsNotCalledUnschedulable() {
        Pod pod = created("p");
        traffic.begin();
        recorder.failed(pod, "the API server did not answer");
        recorder.binding(pod);
        recorder.scheduled(pod.assignedTo("n1"));
        traffic.end();
        recorder.stop(SOON);
        assertThat(events()).hasSize(2);
        assertThat(condition("p", "PodScheduled")).isNull();
    }

    @Test
    void theLastProblemIsTheLastWritten() {
        Pod pod = created("p");
        kubernetes.latency(Duration.ofMillis(20));
        for (int i = 1; i <= 100; i++) {
            recorder.failed(pod, "problem " + i);
        }
        recorder.stop(SOON);
        assertThat(condition("p", "PodScheduled").getMessage()).isEqualTo("problem 100");
    }

    @Test
    void noProblemIsWrittenOnceTheBindingBegins() {
        Pod pod = created("p");
        kubernetes.latency(Duration.ofMillis(200));
        recorder.failed(pod, "one");
        recorder.binding(pod);
        kubernetes.latency(Duration.ZERO);
        String before = message("p");
        recorder.stop(SOON);
        assertThat(message("p")).isEqualTo(before);
    }

    @Test
    void preempts() {
        Pod preemptor = created("high");
        Pod victim = created("low").assignedTo("n1");
        client.resource(KubernetesObjects.pod("other")).create();
        evictor.preempt(eviction(preemptor, victim));
        await().atMost(SOON).until(() -> actual("low") == null || actual("low").isMarkedForDeletion());
        evictor.stop(SOON);
        recorder.stop(SOON);
        assertThat(actual("high").getStatus().getNominatedNodeName()).isEqualTo("n1");
        assertThat(actual("other").isMarkedForDeletion()).isFalse();
        assertThat(events()).singleElement().satisfies(event -> assertThat(event.getMessage())
                .isEqualTo("Preempted by pod " + preemptor.uid() + " on node n1"));
    }

    @Test
    void deletesNobodyForAPodThatIsGone() {
        Pod preemptor = created("high");
        Pod victim = created("low").assignedTo("n1");
        client.pods().inNamespace("default").withName("high").withGracePeriod(0).delete();
        created("high");
        evictor.preempt(eviction(preemptor, victim));
        evictor.stop(SOON);
        assertThat(actual("low").isMarkedForDeletion()).isFalse();
        assertThat(actual("high").getStatus().getNominatedNodeName()).isNull();
    }

    @Test
    void sparesALaterPodOfTheVictimsName() {
        Pod preemptor = created("high");
        Pod victim = created("low").assignedTo("n1");
        client.pods().inNamespace("default").withName("low").withGracePeriod(0).delete();
        created("low");
        evictor.preempt(eviction(preemptor, victim));
        evictor.stop(SOON);
        assertThat(actual("low").isMarkedForDeletion()).isFalse();
    }

    @Test
    void deletesNobodyOnceItMayNotWrite() {
        Pod preemptor = created("high");
        List<Pod> victims =
                List.of(created("low1").assignedTo("n1"), created("low2").assignedTo("n1"));
        // The nomination, both marks, and one of the deletions.
        AtomicInteger allowed = new AtomicInteger(4);
        evictor.preempt(new Eviction(
                preemptor, "n1", victims, null, () -> allowed.getAndDecrement() > 0, refused::add, ended::add));
        evictor.stop(SOON);
        assertThat(ended).containsExactly(false);
        assertThat(List.of("low1", "low2"))
                .filteredOn(name -> actual(name) == null || actual(name).isMarkedForDeletion())
                .hasSize(1);
    }

    @Test
    void deletesNobodyBeforeAllAreMarked() {
        Pod preemptor = created("high");
        List<Pod> victims =
                List.of(created("low1").assignedTo("n1"), created("low2").assignedTo("n1"));
        kubernetes.failNext("PATCH", "/pods/low2/status", 403, 1);
        evictor.preempt(new Eviction(preemptor, "n1", victims, null, () -> true, refused::add, ended::add));
        evictor.stop(SOON);
        assertThat(ended).containsExactly(false);
        assertThat(refused).containsExactly(victims.get(1));
        assertThat(actual("low1").isMarkedForDeletion()).isFalse();
    }

    @Test
    void deletesAllVictimsTogether() {
        Pod preemptor = created("high");
        List<Pod> victims = IntStream.range(0, 20)
                .mapToObj(i -> created("low" + i).assignedTo("n1"))
                .toList();
        evictor.preempt(new Eviction(preemptor, "n1", victims, null, () -> true, refused::add, ended::add));
        evictor.stop(SOON);
        assertThat(ended).containsExactly(true);
        assertThat(victims).allSatisfy(victim -> assertThat(actual(victim.key().name()) == null
                        || actual(victim.key().name()).isMarkedForDeletion())
                .isTrue());
    }

    @Test
    void aRepeatedWriteIsAskedForAgain() {
        Pod preemptor = created("high");
        Pod victim = created("low").assignedTo("n1");
        kubernetes.failNext("DELETE", "/pods/low", 503, 1);
        AtomicInteger allowed = new AtomicInteger(3);
        evictor.preempt(new Eviction(
                preemptor, "n1", List.of(victim), null, () -> allowed.getAndDecrement() > 0, refused::add, ended::add));
        evictor.stop(SOON);
        assertThat(ended).containsExactly(false);
        assertThat(actual("low").isMarkedForDeletion()).isFalse();
    }

    @Test
    void deletesNobodyForAPodThatIsBoundAndLeavesItWithoutANomination() throws BindException {
        Pod preemptor = created("high");
        Pod victim = created("low").assignedTo("n1");
        new KubernetesBinder(api, retries, traffic, "another", WriteGate.ALWAYS_OPEN).bind(preemptor.assignedTo("n2"));
        evictor.preempt(eviction(preemptor, victim));
        evictor.stop(SOON);
        assertThat(ended).containsExactly(false);
        assertThat(actual("low").isMarkedForDeletion()).isFalse();
        assertThat(actual("high").getStatus().getNominatedNodeName()).isNull();
    }

    @Test
    void saysThatAPreemptionFailed() {
        Pod preemptor = created("high");
        Pod victim = created("low").assignedTo("n1");
        kubernetes.failNext("DELETE", "/pods/low", 503, 3);
        evictor.preempt(eviction(preemptor, victim));
        await().atMost(SOON).until(() -> ended.equals(List.of(false)));
        evictor.stop(SOON);
        evictor.preempt(eviction(preemptor, victim));
        assertThat(ended).as("dropped").containsExactly(false, false);
    }

    @Test
    void nominatesTheNodeOfAPodThatIsStillWanted() {
        Pod pod = created("p");
        evictor.nominate(pod.assignedTo("n1"), () -> true);
        evictor.nominate(created("q").assignedTo("n1"), () -> false);
        evictor.stop(SOON);
        assertThat(actual("p").getStatus().getNominatedNodeName()).isEqualTo("n1");
        assertThat(actual("q").getStatus().getNominatedNodeName()).isNull();
    }

    @Test
    void saysWhichVictimTheApiServerRefusesToEvict() {
        Pod preemptor = created("high");
        Pod victim = created("low").assignedTo("n1");
        kubernetes.failNext("DELETE", "/pods/low", 403, 1);
        evictor.preempt(eviction(preemptor, victim));
        evictor.stop(SOON);
        assertThat(ended).containsExactly(false);
        assertThat(refused).containsExactly(victim);
        assertThat(actual("low").isMarkedForDeletion()).isFalse();
    }

    @Test
    void aWriteConflictIsNotTakenForAVictimThatIsGone() {
        Pod preemptor = created("high");
        Pod victim = created("low").assignedTo("n1");
        kubernetes.failNext("PATCH", "/pods/low/status", 409, 1);
        evictor.preempt(eviction(preemptor, victim));
        evictor.stop(SOON);
        assertThat(ended).containsExactly(false);
        assertThat(refused).isEmpty();
    }

    private Eviction eviction(Pod preemptor, Pod victim) {
        return new Eviction(preemptor, "n1", List.of(victim), null, () -> true, refused::add, ended::add);
    }

    private List<Event> events() {
        return client.v1().events().inNamespace("default").list().getItems();
    }

    private String message(String pod) {
        PodCondition condition = condition(pod, "PodScheduled");
        return condition == null ? "none" : condition.getMessage();
    }

    private PodCondition condition(String pod, String type) {
        return actual(pod).getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElse(null);
    }

    private static Decision decision(Pod pod, String node, String message) {
        return new Decision(
                pod, "edgewise", Instant.EPOCH, node, message, 2, 0, Map.of(), Set.of(), List.of(), List.of());
    }
}
