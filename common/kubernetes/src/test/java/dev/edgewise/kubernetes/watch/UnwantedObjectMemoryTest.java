package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.testkit.LiveHeap;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Memory of an object that the kind does not want: 47,000 Deployments have 470,000 old ReplicaSets. */
class UnwantedObjectMemoryTest {
    private static final int OBJECTS = 60_000;
    /** 23 are measured; 158 where names and versions were kept, 127 on Java 25 with compact headers. */
    private static final int MOST_BYTES = 40;

    private final Set<String> wanted = new HashSet<>();
    private final ObjectDispatcher<ReplicaSet> dispatcher = new ObjectDispatcher<>(
            WatchedKind.all(
                            ReplicaSet.class,
                            set -> wanted.add(set.getMetadata().getName()),
                            (namespace, name) -> wanted.remove(name))
                    .where(set -> set.getSpec().getReplicas() > 0),
            new SimpleMeterRegistry());

    @Test
    void oldReplicaSetsTakeAFewBytesEach() {
        dispatcher.changed(set(0, 1_000, 1));
        long before = LiveHeap.bytes();
        for (int i = 0; i < OBJECTS; i++) {
            dispatcher.changed(set(i, 1_000 + i, 0));
        }
        long bytes = (LiveHeap.bytes() - before) / OBJECTS;
        assertThat(wanted).isEmpty();
        assertThat(dispatcher.revision(new NamespacedName("production-49", "function-7d9f8b6c5d-100049")))
                .isEqualTo(1_049);
        assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
    }

    /** Each text is one of its own, as it is when it was read. */
    private static ReplicaSet set(int i, int version, int replicas) {
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withNamespace("production-" + i % 50)
                .withName("function-7d9f8b6c5d-" + (100_000 + i))
                .withResourceVersion(Integer.toString(version))
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .endSpec()
                .build();
    }
}
