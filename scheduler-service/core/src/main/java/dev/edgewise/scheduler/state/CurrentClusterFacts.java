package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.ClusterFactValues;
import dev.edgewise.scheduler.facts.FactChange;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Pod;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The facts as they are now. Not thread-safe. */
final class CurrentClusterFacts {
    private final Set<FactKey<?>> known = new LinkedHashSet<>();
    private ClusterFactValues current = ClusterFactValues.NONE;

    /** The values of all facts. Another object whenever one of them has changed. */
    ClusterFactValues current() {
        return current;
    }

    <T> T get(FactKey<T> key) {
        return current.get(key);
    }

    <T> void set(FactKey<T> key, T value) {
        current = current.with(key, value);
    }

    /** Changes a fact. Returns its values before and after. */
    <T> FactChange<T> change(FactKey<T> key, UnaryOperator<T> change) {
        T before = current.get(key);
        FactChange<T> made = new FactChange<>(key, before, change.apply(before));
        if (made.isOther()) {
            set(key, made.after());
            known.add(key);
        }
        return made;
    }

    /** The change of each fact by {@link #change} since the start. */
    List<FactChange<?>> all() {
        return known.stream().<FactChange<?>>map(this::sinceStart).toList();
    }

    private <T> FactChange<T> sinceStart(FactKey<T> key) {
        return new FactChange<>(key, key.empty(), get(key));
    }

    /** Lets the fact follow nodes and pods by its rule. Returns whether it did not yet. */
    boolean follow(FactKey<?> key) {
        ClusterFactValues before = current;
        current = before.following(key);
        return current != before;
    }

    /** Lets that fact alone count the pod, which has a node. */
    void count(FactKey<?> key, Pod pod) {
        current = current.withPod(key, pod);
    }

    /** Takes in the change of one pod; null where it is not there. */
    void replace(@Nullable Pod before, @Nullable Pod after) {
        current = current.replacing(before, after);
    }

    void removeNode(String name) {
        current = current.withoutNode(name);
    }
}
