package dev.edgewise.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.Backoff;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetriesTest {
    private final Retries retries =
            new Retries(3, new Backoff(Duration.ofMillis(2), Duration.ofMillis(3)), new Random(1));

    @Test
    void triesAgainWhileTheServerIsOverloaded() throws ApiUnavailableException {
        Queue<Integer> codes = new ArrayDeque<>(List.of(503, 429, 201, 500));
        assertThat(retries.send(() -> reply(codes.remove())).code()).isEqualTo(201);
        assertThat(codes).containsExactly(500);
    }

    @Test
    void givesUpAfterTheLastAttempt() throws ApiUnavailableException {
        Queue<Integer> codes = new ArrayDeque<>(List.of(503, 503, 500, 200));
        assertThat(retries.send(() -> reply(codes.remove())).code()).isEqualTo(500);
    }

    @Test
    void goesOnForAsLongAsItTakes() throws ApiUnavailableException {
        Retries patient =
                new Retries(Integer.MAX_VALUE, new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)), new Random(1));
        AtomicInteger attempts = new AtomicInteger();
        assertThat(patient.send(() -> reply(attempts.incrementAndGet() < 200 ? 503 : 200))
                        .code())
                .isEqualTo(200);
    }

    @Test
    void neverRepeatsARefusal() throws ApiUnavailableException {
        Queue<Integer> codes = new ArrayDeque<>(List.of(403, 200));
        assertThat(retries.send(() -> reply(codes.remove())).code()).isEqualTo(403);
    }

    @Test
    void tellsThatThereWasNoAnswer() {
        assertThatThrownBy(() -> retries.send(() -> {
                    throw new ApiUnavailableException("silence", null);
                }))
                .hasMessage("silence");
    }

    private static ApiResponse reply(int code) {
        return new ApiResponse(code, "{}".getBytes(StandardCharsets.UTF_8));
    }
}
