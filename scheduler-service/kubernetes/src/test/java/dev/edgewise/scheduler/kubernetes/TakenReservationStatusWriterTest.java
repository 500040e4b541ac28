package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.reservations.ReservationWriter;
import dev.edgewise.scheduler.testing.TestReservations;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TakenReservationStatusWriterTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final long SOON_SECONDS = 30;

    private final CountDownLatch written = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final AtomicInteger writes = new AtomicInteger();
    private TakenReservationStatusWriter writer;

    @AfterEach
    void stop() {
        answers.countDown();
        writer.stop(Duration.ZERO);
    }

    @Test
    void theStatusesAreWrittenTogether() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(3);
        writer = writer(LONG, reservation -> {
            begun.countDown();
            await(begun);
        });
        writer.write(ended(3), () -> true, written::countDown);
        assertThat(written.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(writes).hasValue(3);
    }

    @Test
    void thePodDoesNotWaitLongerAndWhatHasNotBegunByThenIsNotSent() throws InterruptedException {
        writer = writer(SHORT, reservation -> await(answers));
        writer.write(ended(TakenReservationStatusWriter.THREADS + 4), () -> true, written::countDown);
        assertThat(written.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();

        answers.countDown();
        writer.stop(Duration.ofSeconds(SOON_SECONDS));
        assertThat(writes).hasValueLessThanOrEqualTo(TakenReservationStatusWriter.THREADS);
    }

    @Test
    void nothingIsWrittenForAPodThatWaitsNoMore() throws InterruptedException {
        writer = writer(LONG, reservation -> {});
        writer.write(ended(3), () -> false, written::countDown);
        assertThat(written.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(writes).hasValue(0);
    }

    @Test
    void thePodDoesNotWaitForAMistakeNorOnceTheWriterHasStopped() {
        writer = writer(LONG, reservation -> {
            throw new IllegalStateException("a mistake");
        });
        writer.write(ended(1), () -> true, written::countDown);
        await(written);
        writer.stop(Duration.ofSeconds(SOON_SECONDS));
        CountDownLatch dropped = new CountDownLatch(1);
        writer.write(ended(1), () -> true, dropped::countDown);
        assertThat(dropped.getCount()).isZero();
    }

    private TakenReservationStatusWriter writer(Duration longestWait, Consumer<Reservation> sent) {
        ReservationWriter reservations = new ReservationWriter() {
            @Override
            public void write(Reservation reservation, ReservationStatus status) {
                writes.incrementAndGet();
                sent.accept(reservation);
            }

            @Override
            public void delete(Reservation reservation) {
                throw new AssertionError("nothing is deleted");
            }
        };
        return new TakenReservationStatusWriter(
                reservations, longestWait, new BindingsInFlight(), new SimpleMeterRegistry().counter("dropped"));
    }

    private static List<ReservationState> ended(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> new ReservationState(
                        TestReservations.reservation("r" + i).on("n1").cpu(100).build(),
                        new ReservationStatus(Phase.EXPIRED, "", "Preempted", "")))
                .toList();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
