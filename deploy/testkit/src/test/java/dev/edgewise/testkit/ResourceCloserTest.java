package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceCloserTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void closesTheLastFirstAndGoesOnAfterAFailure() {
        try (ResourceCloser closer = new ResourceCloser()) {
            closer.add(() -> closed.add("control plane"));
            closer.add(() -> {
                throw new IllegalStateException("the nodes are gone already");
            });
            closer.add(() -> closed.add("scheduler"));
        }

        assertThat(closed).containsExactly("scheduler", "control plane");
    }

    @Test
    void whatComesTooLateIsClosedAtOnce() {
        ResourceCloser closer = new ResourceCloser();
        closer.close();

        assertThatThrownBy(() -> closer.add(() -> closed.add("late"))).hasMessage("stopped");
        assertThat(closed).containsExactly("late");
    }
}
