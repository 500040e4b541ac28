package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BoundedReviewApiTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile boolean fails;
    private volatile boolean isSlow;
    private volatile long now;

    private final BoundedReviewApi api = new BoundedReviewApi(
            new ReviewApi() {
                @Override
                public String create(String path, String json) {
                    asked.incrementAndGet();
                    if (isSlow) {
                        join(answered);
                    }
                    if (fails) {
                        throw new ReviewUnavailableException("no answer", null);
                    }
                    return "{}";
                }

                @Override
                public String namespace() {
                    return "edgewise";
                }
            },
            () -> now);

    private static void join(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void afterAFailureNobodyIsAskedForAMoment() {
        fails = true;
        assertThatThrownBy(() -> api.create("/x", "{}")).hasMessage("no answer");
        fails = false;
        now = Duration.ofMillis(1999).toNanos();
        assertThatThrownBy(() -> api.create("/x", "{}"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessageContaining("failed a moment ago");
        assertThat(asked).hasValue(1);

        now = Duration.ofMillis(2000).toNanos();
        assertThat(api.create("/x", "{}")).isEqualTo("{}");
    }

    @Test
    void fewAreAskedAtOnce() {
        isSlow = true;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < BoundedReviewApi.AT_ONCE; i++) {
            Thread thread = new Thread(() -> api.create("/x", "{}"));
            thread.start();
            threads.add(thread);
        }
        await().until(() -> asked.get() == BoundedReviewApi.AT_ONCE);

        assertThatThrownBy(() -> api.create("/x", "{}")).isInstanceOf(ReviewUnavailableException.class);
        assertThat(asked).hasValue(BoundedReviewApi.AT_ONCE);

        answered.countDown();
        assertThat(api.create("/x", "{}")).isEqualTo("{}");
        threads.forEach(BoundedReviewApiTest::join);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
