package dev.edgewise.global.callback;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class NamespaceFairExecutorTest {
    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final NamespaceFairExecutor turns = new NamespaceFairExecutor(threads::add, 4, 2, 3);

    private boolean offer(String namespace, int number) {
        return turns.offer(namespace, () -> done.add(namespace + number));
    }

    /** Two of five tasks run and three wait; a sixth finds no room, and the other namespace has its turn at once. */
    @Test
    void slowTasksOfOneNamespaceLeaveThreadsToTheOthers() {
        for (int task = 0; task < 5; task++) {
            assertThat(offer("slow", task)).isTrue();
        }
        assertThat(offer("slow", 5)).isFalse();
        assertThat(threads).hasSize(2);

        assertThat(offer("other", 0)).isTrue();

        assertThat(threads).hasSize(3);
    }

    /** All four threads are taken: two by a, two by b. */
    @Test
    void namespacesTakeTurns() {
        for (String namespace : List.of("a", "b", "c")) {
            for (int task = 0; task < 3; task++) {
                offer(namespace, task);
            }
        }
        assertThat(threads).hasSize(4);

        while (!threads.isEmpty()) {
            threads.remove().run();
        }

        // a0 ends: a2 begins, and a is behind b and c; a1 ends: b has two, so c0 begins; b0 ends: b2; b1 ends: c1; then
        // the last one of c.
        assertThat(done).containsExactly("a0", "a1", "b0", "b1", "a2", "c0", "b2", "c1", "c2");
    }

    @Test
    void aTaskThatFailsFreesItsThread() {
        turns.offer("a", () -> {
            throw new IllegalStateException("wrong");
        });
        Runnable task = threads.remove();
        try {
            task.run();
        } catch (IllegalStateException expected) {
            done.add("failed");
        }
        for (int next = 0; next < 4; next++) {
            offer("n" + next, 0);
        }

        assertThat(done).containsExactly("failed");
        assertThat(threads).hasSize(4);
    }
}
