package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A question whose answer is its number; the first one lasts until the test says so. */
@Timeout(30)
class FreshSingleFlightCallTest {
    private final CountDownLatch sent = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private final AtomicInteger questions = new AtomicInteger();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private boolean isRefused;

    private final FreshSingleFlightCall<Integer> answer = new FreshSingleFlightCall<>(this::send);

    private int send() throws MemberUnreachableException {
        int number = questions.incrementAndGet();
        if (number == 1) {
            sent.countDown();
            try {
                answered.await();
            } catch (InterruptedException stopping) {
                throw new MemberUnreachableException("stopped", stopping);
            }
        } else if (isRefused) {
            throw new MemberUnreachableException("question " + number, null);
        }
        return number;
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    /** Seven ask while the first question is under way. */
    private List<Future<Integer>> askSeven() throws InterruptedException {
        List<Future<Integer>> asked = new ArrayList<>();
        asked.add(callers.submit(answer::get));
        sent.await();
        for (int i = 0; i < 7; i++) {
            asked.add(callers.submit(answer::get));
        }
        while (answer.waiting() < 7) {
            Thread.onSpinWait();
        }
        answered.countDown();
        return asked;
    }

    /** The answer to the first question may be older than theirs, so that they share the next one. */
    @Test
    void callersShareTheQuestionThatIsSentAfterTheyCame() throws Exception {
        List<Integer> answers = new ArrayList<>();
        for (Future<Integer> each : askSeven()) {
            answers.add(each.get(20, TimeUnit.SECONDS));
        }

        assertThat(answers).containsExactly(1, 2, 2, 2, 2, 2, 2, 2);
    }

    @Test
    void anAnswerIsNotUsedByACallerThatComesAfterIt() throws Exception {
        answered.countDown();

        assertThat(answer.get()).isEqualTo(1);
        assertThat(answer.get()).isEqualTo(2);
    }

    @Test
    void aFailureIsSharedAsAnAnswerIs() throws Exception {
        isRefused = true;
        int failed = 0;
        for (Future<Integer> each : askSeven()) {
            try {
                each.get(20, TimeUnit.SECONDS);
            } catch (ExecutionException failure) {
                assertThat(failure).hasRootCauseMessage("question 2");
                failed++;
            }
        }

        assertThat(failed).isEqualTo(7);
        assertThat(questions).hasValue(2);
    }
}
