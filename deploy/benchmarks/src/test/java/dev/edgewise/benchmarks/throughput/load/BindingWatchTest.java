package dev.edgewise.benchmarks.throughput.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.benchmarks.throughput.api.FakeApi;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BindingWatchTest {
    private FakeApi api;

    @BeforeEach
    void start() throws IOException {
        api = new FakeApi();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    /** A change of a bound pod, its deletion, and the same pod again are no bindings. */
    @Test
    void countsEachPodOnce() throws Exception {
        api.answer(
                "GET " + BenchmarkLoad.PODS,
                200,
                change("ADDED", "a")
                        + change("MODIFIED", "a")
                        + change("DELETED", "x")
                        + change("ADDED", "a")
                        + change("ADDED", "b"));

        try (BindingWatch watch = new BindingWatch(api.api(), "41", 2);
                BindingWatch more = new BindingWatch(api.api(), "41", 3)) {
            assertThat(watch.await(Duration.ofSeconds(10))).isTrue();
            assertThat(watch.last()).isGreaterThanOrEqualTo(watch.first());
            await().until(() -> more.missing() == 1);
            assertThat(more.await(Duration.ofMillis(1))).isFalse();
        }
        assertThat(api.requests()).allMatch(request -> request.contains("resourceVersion=41"));
    }

    @Test
    void aWatchThatWasEndedGoesOnWhereItWas() throws Exception {
        api.answer("GET " + BenchmarkLoad.PODS, 200, change("ADDED", "a"));
        api.endNextWatch();

        try (BindingWatch watch = new BindingWatch(api.api(), "41", 2)) {
            await().until(() -> api.requests().size() == 2);
            assertThat(watch.missing()).isEqualTo(1);
            assertThat(watch.await(Duration.ofMillis(1))).isFalse();
        }
        assertThat(api.requests().get(0)).contains("resourceVersion=41");
        assertThat(api.requests().get(1)).contains("resourceVersion=42");
    }

    @Test
    void aWatchThatCannotGoOnIsAFailure() throws Exception {
        api.answer("GET " + BenchmarkLoad.PODS, 200, "{\"type\":\"ERROR\",\"object\":{\"code\":410}}\n");

        try (BindingWatch watch = new BindingWatch(api.api(), "41", 1)) {
            await().untilAsserted(() ->
                    assertThatThrownBy(() -> watch.await(Duration.ofMillis(1))).hasMessageContaining("\"code\":410"));
        }
    }

    private static String change(String type, String pod) {
        return "{\"type\":\"" + type + "\",\"object\":{\"metadata\":{\"name\":\"" + pod
                + "\",\"uid\":\"u\",\"resourceVersion\":\"42\"}}}\n";
    }
}
