package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
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

    /** Wants nodes without labels. */
    private final ObjectDispatcher<Node> choosy = new ObjectDispatcher<>(
            WatchedKind.all(Node.class, this::deliver, (namespace, name) -> remove(name))
                    .where(node -> node.getMetadata().getLabels().isEmpty()),
            meters);

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
        dispatcher.goneUnless(new ResourceVersionByNameMap(), 5);
        assertThat(delivered).containsExactly("n1", "-n1");
        assertThat(dispatcher.revisions()).isEmpty();
    }

    @Test
    void whatTheKindDoesNotWantIsAsIfItWereNotThere() {
        choosy.changed(unwanted("n1", "3"));
        choosy.changed(node("n1", "2"));
        assertThat(delivered).isEmpty();
        assertThat(choosy.revisions()).isEmpty();
        assertThat(choosy.revision(new NamespacedName("", "n1"))).isEqualTo(3);

        choosy.changed(node("n1", "4"));
        choosy.changed(unwanted("n1", "5"));
        choosy.changed(node("n1", "4"));
        assertThat(delivered).containsExactly("n1", "-n1");
        choosy.gone(node("n1", "6"));
        assertThat(choosy.revision(new NamespacedName("", "n1"))).isNull();
    }

    @Test
    void whatIsNotWantedAnyMoreIsTakenOutByAComparisonIfThatFailed() {
        choosy.changed(node("n1", "3"));
        failing = true;
        choosy.changed(unwanted("n1", "4"));
        assertThat(choosy.revisions()).as("older than what the API server has").containsValue(3L);
        failing = false;
        choosy.changed(unwanted("n1", "4"));
        assertThat(delivered).containsExactly("n1", "-n1");
    }

    @Test
    void whatIsNotWantedIsForgottenUnlessAListHasIt() {
        choosy.changed(unwanted("n1", "3"));
        choosy.changed(unwanted("n2", "3"));
        choosy.changed(unwanted("n3", "9"));
        ResourceVersionByNameMap listed = new ResourceVersionByNameMap();
        listed.put(new NamespacedName("", "n1"), 3);
        choosy.goneUnless(listed, 5);
        assertThat(choosy.revision(new NamespacedName("", "n1"))).isEqualTo(3);
        assertThat(choosy.revision(new NamespacedName("", "n2"))).isNull();
        assertThat(choosy.revision(new NamespacedName("", "n3"))).isEqualTo(9);
    }

    private static Node unwanted(String name, String version) {
        return new NodeBuilder(node(name, version))
                .editMetadata()
                .addToLabels("old", "")
                .endMetadata()
                .build();
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
