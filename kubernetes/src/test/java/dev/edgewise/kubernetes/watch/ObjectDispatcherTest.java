package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ObjectDispatcherTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> delivered = new ArrayList<>();
    private final ObjectDispatcher<Node> dispatcher = new ObjectDispatcher<>(
            WatchedKind.all(Node.class, this::deliver, (namespace, name) -> remove(name)), meters);
    private boolean failing;

    private void remove(String name) {
        if (failing) {
            throw new IllegalStateException("a defect of ours");
        }
        delivered.add("-" + name);
    }

    private void deliver(Node node) {
        switch (node.getMetadata().getName()) {
            case "invalid" -> throw new InvalidObjectException("status.allocatable.cpu", "many", "a quantity");
            case "unforeseen" -> throw new IllegalStateException("a defect of ours");
            default -> delivered.add(node.getMetadata().getName());
        }
    }

    private static Node node(String name, String version) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withResourceVersion(version)
                .endMetadata()
                .build();
    }

    @Test
    void oneObjectThatIsFailedAtKeepsNoOtherOut() {
        dispatcher.changed(node("invalid", "1"));
        dispatcher.changed(node("unforeseen", "2"));
        dispatcher.changed(node("n1", "3"));
        assertThat(delivered).containsExactly("n1");
        assertThat(meters.counter("edgewise.watch.objects.skipped", "kind", "nodes")
                        .count())
                .isEqualTo(2);
    }

    @Test
    void whatCouldNotBeTakenOutStaysKnownAndIsTriedAgain() {
        dispatcher.changed(node("n1", "3"));
        failing = true;
        dispatcher.gone(node("n1", "4"));
        assertThat(dispatcher.revisions()).hasSize(1);
        failing = false;
        dispatcher.goneUnless(Set.of(), 5);
        assertThat(delivered).containsExactly("n1", "-n1");
        assertThat(dispatcher.revisions()).isEmpty();
    }

    @Test
    void whatIsOlderThanWhatWasToldIsDropped() {
        dispatcher.changed(node("n1", "5"));
        dispatcher.changed(node("n1", "4"));
        dispatcher.gone(node("n1", "3"));
        assertThat(delivered).containsExactly("n1");
        dispatcher.gone(node("n1", "6"));
        assertThat(delivered).containsExactly("n1", "-n1");
    }
}
