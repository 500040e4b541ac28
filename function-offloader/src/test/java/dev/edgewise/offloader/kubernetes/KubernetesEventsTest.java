package dev.edgewise.offloader.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.kubernetes.events.PodEvent;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.Workload;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KubernetesEventsTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int PODS = 3_000;

    private final Queue<PodEvent> written = new ConcurrentLinkedQueue<>();
    private final CountDownLatch answers = new CountDownLatch(1);
    private final Counter dropped = new SimpleMeterRegistry().counter("dropped");
    private final KubernetesEvents events = new KubernetesEvents(this::write, dropped, () -> 0);

    /** Writes an event as an API server does that answers to refusals late. */
    private void write(PodEvent event) {
        if (event.warning()) {
            try {
                answers.await();
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
            }
        }
        written.add(event);
    }

    @AfterEach
    void stop() {
        answers.countDown();
        events.stop(SOON);
    }

    private static MovablePod pod(int number) {
        Workload workload = new Workload("ns", "Deployment", "f" + number, "d" + number);
        return new MovablePod("ns/f" + number, "uid-" + number, workload, "a", 0, Duration.ofHours(1), 1, 1, Set.of());
    }

    private static MoveDecision stay(int number, Reason reason) {
        return new MoveDecision(pod(number), "b", "a is at 5 %", MoveCause.ENERGY, new MoveRefusal(reason, "it stays"));
    }

    private void round() {
        for (int number = 0; number < PODS; number++) {
            events.refused(stay(number, Reason.SINGLE_REPLICA));
        }
    }

    @Test
    void aMoveIsWrittenBeforeThousandsOfRefusalsWhichNeverCountAsDropped() {
        round();
        round();
        events.offloaded(new MoveDecision(pod(PODS), "b", "a is at 5 %", MoveCause.ENERGY, null));
        await().atMost(SOON).until(() -> !written.isEmpty());
        assertThat(written).extracting(PodEvent::reason).containsExactly("Offloaded");
        assertThat(dropped.count()).isZero();
    }

    @Test
    void whatDoesNotFitIsWrittenAfterALaterRoundAndEachOnce() {
        round();
        answers.countDown();
        await().atMost(SOON).until(() -> {
            round();
            return written.size() >= PODS;
        });
        round();
        events.stop(SOON);
        assertThat(written).extracting(PodEvent::name).doesNotHaveDuplicates().hasSize(PODS);
        assertThat(dropped.count()).isZero();
    }

    @Test
    void aRoundAddsAFewHundredAtMost() {
        round();
        answers.countDown();
        events.stop(SOON);
        assertThat(written).as("one under way, and those that wait").hasSize(501);
    }

    @Test
    void movesThatDoNotFitAreCounted() {
        events.stop(SOON);
        events.offloaded(new MoveDecision(pod(0), "b", "a is at 5 %", MoveCause.ENERGY, null));
        assertThat(dropped.count()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Reason.class,
            names = {"NOT_YET_SURE", "WORKLOAD_RATE", "NODE_RATE", "TOTAL_RATE", "TARGET_BUSY", "REFERENCE_MOVES"})
    void whatIsRationedIsNoEvent(Reason rationed) {
        answers.countDown();
        events.refused(stay(0, rationed));
        events.stop(SOON);
        assertThat(List.copyOf(written)).isEmpty();
    }
}
