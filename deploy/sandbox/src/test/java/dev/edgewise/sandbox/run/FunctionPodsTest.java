package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionPodsTest {
    private final FunctionPods pods = new FunctionPods();
    private final List<String> shown = new ArrayList<>();

    @Test
    void theEventOfTheLastPodEndsTheWait() throws Exception {
        pods.put(ready("a"));
        // The event comes while the pods are waited for: it needs their monitor, which the wait gives up.
        Thread event = new Thread(() -> pods.put(ready("b")));
        pods.awaitReady(2, Duration.ofHours(1), step(event::start));
        event.join();

        assertThat(shown).containsExactly("1 of 2 ready");
        assertThat(pods.ready()).isEqualTo(2);
    }

    @Test
    void podsThatAreNotReadyInTimeAreCounted() {
        pods.put(ready("a"));
        assertThatThrownBy(() -> pods.awaitReady(2, Duration.ZERO, step(() -> {})))
                .isInstanceOf(SandboxException.class)
                .hasMessage("1 of 2 pods were ready within 0 s");
    }

    private static FunctionPods.Facts ready(String uid) {
        return new FunctionPods.Facts(uid, "n1", true, false);
    }

    private Progress.Step step(Runnable whenShown) {
        return new Progress.Step() {
            @Override
            public void update(String text) {
                shown.add(text);
                whenShown.run();
            }

            @Override
            public void done(String text) {}

            @Override
            public void failed(String text) {}
        };
    }
}
