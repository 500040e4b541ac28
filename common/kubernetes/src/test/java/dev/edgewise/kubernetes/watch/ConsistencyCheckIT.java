package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.kubernetes.testing.ScriptedApi;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ConsistencyCheckIT extends ClusterIT {
    private final Set<String> known = new TreeSet<>();
    private final List<Long> wentBack = new ArrayList<>();
    private final WatchedKind<Node> kind = WatchedKind.all(
            Node.class, node -> known.add(node.getMetadata().getName()), (none, name) -> known.remove(name));

    /** Repairs the state after lost events: the comparison knows what was handed on. */
    @Test
    void repairsWhatAWatchMissed() throws Exception {
        client.resource(KubernetesObjects.node("n1")).create();
        client.resource(KubernetesObjects.node("n2")).create();
        ObjectDispatcher<Node> dispatcher = new ObjectDispatcher<>(kind, new SimpleMeterRegistry());
        KindReader<Node> reader = new KindReader<>(api, kind, ApiServerObjectMappers.lenient());
        ConsistencyCheck<Node> check =
                new ConsistencyCheck<>(kind, reader, dispatcher, wentBack::add, new SimpleMeterRegistry());
        Node gone = KubernetesObjects.node("n3");
        gone.getMetadata().setResourceVersion("1");
        dispatcher.changed(gone);
        dispatcher.changed(client.nodes().withName("n1").get());
        assertThat(known).containsExactly("n1", "n3");

        assertThat(check.repair(check.suspects())).isEqualTo(2);
        assertThat(known).containsExactly("n1", "n2");
        assertThat(check.suspects()).isEmpty();
    }

    /** Objects that were left out are known by their version, and found once it changes. */
    @Test
    void repairsWhatAWatchMissedOfObjectsThatAreLeftOut() throws Exception {
        client.resource(KubernetesObjects.node("n1")).create();
        client.resource(KubernetesObjects.node("n2")).create();
        WatchedKind<Node> cordoned =
                kind.where(node -> Boolean.TRUE.equals(node.getSpec().getUnschedulable()));
        ObjectDispatcher<Node> dispatcher = new ObjectDispatcher<>(cordoned, new SimpleMeterRegistry());
        KindReader<Node> reader = new KindReader<>(api, cordoned, ApiServerObjectMappers.lenient());
        ConsistencyCheck<Node> check =
                new ConsistencyCheck<>(cordoned, reader, dispatcher, wentBack::add, new SimpleMeterRegistry());
        dispatcher.changed(client.nodes().withName("n1").get());
        dispatcher.changed(client.nodes().withName("n2").get());
        assertThat(check.suspects()).isEmpty();

        client.nodes().withName("n1").edit(node -> new NodeBuilder(node)
                .editOrNewSpec()
                .withUnschedulable(true)
                .endSpec()
                .build());
        assertThat(check.repair(check.suspects())).isEqualTo(1);
        assertThat(known).containsExactly("n1");
        assertThat(check.suspects()).isEmpty();
    }

    /**
     * A list of version 9 has an object as of version 5 that was delivered as of version 7: another history has grown
     * beyond the versions of the former.
     */
    @Test
    void anObjectInAnOlderStateThanBeforeIsOfAnotherHistory() throws Exception {
        try (ScriptedApi scripted = new ScriptedApi()) {
            scripted.json("{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[" + item("n1") + "]}");
            ObjectDispatcher<Node> dispatcher = new ObjectDispatcher<>(kind, new SimpleMeterRegistry());
            Node later = KubernetesObjects.node("n1");
            later.getMetadata().setResourceVersion("7");
            dispatcher.changed(later);
            KindReader<Node> reader = new KindReader<>(scripted.requests, kind, ApiServerObjectMappers.lenient());
            new ConsistencyCheck<>(kind, reader, dispatcher, wentBack::add, new SimpleMeterRegistry()).suspects();
        }
        assertThat(wentBack).containsExactly(9L);
    }

    /** A list of version 9 was made before the watch delivered version 12. */
    @Test
    void anObjectThatChangedSinceTheListIsNot() throws Exception {
        try (ScriptedApi scripted = new ScriptedApi()) {
            scripted.json("{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[" + item("n1") + "]}");
            ObjectDispatcher<Node> dispatcher = new ObjectDispatcher<>(kind, new SimpleMeterRegistry());
            Node later = KubernetesObjects.node("n1");
            later.getMetadata().setResourceVersion("12");
            dispatcher.changed(later);
            KindReader<Node> reader = new KindReader<>(scripted.requests, kind, ApiServerObjectMappers.lenient());
            new ConsistencyCheck<>(kind, reader, dispatcher, wentBack::add, new SimpleMeterRegistry()).suspects();
        }
        assertThat(wentBack).isEmpty();
    }

    @Test
    void anObjectThatIsNoJsonDoesNotKeepOthersFromBeingRepaired() throws Exception {
        String versions =
                "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[" + item("n1") + "," + item("n2") + "]}";
        try (ScriptedApi scripted = new ScriptedApi()) {
            scripted.json(versions).json(versions);
            scripted.json("{\"metadata\":{},\"items\":[{\"metadata\":!}]}");
            scripted.json("{\"metadata\":{},\"items\":[" + item("other") + "]}");
            ObjectDispatcher<Node> dispatcher = new ObjectDispatcher<>(kind, new SimpleMeterRegistry());
            KindReader<Node> reader = new KindReader<>(scripted.requests, kind, ApiServerObjectMappers.lenient());
            ConsistencyCheck<Node> check =
                    new ConsistencyCheck<>(kind, reader, dispatcher, wentBack::add, new SimpleMeterRegistry());
            assertThat(check.repair(check.suspects())).isEqualTo(1);
        }
        assertThat(known).containsExactly("other");
    }

    private static String item(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"resourceVersion\":\"5\"}}";
    }
}
