package dev.edgewise.scheduler.facts;

import dev.edgewise.scheduler.model.Pod;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The values of all facts at one moment. Immutable; a change copies one array with a reference for each key. */
public final class ClusterFactValues {
    public static final ClusterFactValues NONE = new ClusterFactValues(new Object[0], new FactKey<?>[0]);

    /** The values by the indexes of their keys; null where the fact is empty. */
    private final @Nullable Object[] values;

    /** The keys whose values follow nodes and pods. */
    private final FactKey<?>[] following;

    private ClusterFactValues(@Nullable Object[] values, FactKey<?>[] following) {
        this.values = values;
        this.following = following;
    }

    @SuppressWarnings("unchecked")
    public <T> T get(FactKey<T> key) {
        int index = key.index();
        Object value = index < values.length ? values[index] : null;
        return value == null ? key.empty() : (T) value;
    }

    /** Returns these facts with another value of that one; these themselves if it is the same. */
    public <T> ClusterFactValues with(FactKey<T> key, T value) {
        if (get(key) == value) {
            return this;
        }
        Object[] changed = Arrays.copyOf(values, Math.max(values.length, key.index() + 1));
        changed[key.index()] = value;
        return new ClusterFactValues(changed, following);
    }

    /** Returns these facts; that one follows nodes and pods from now on. */
    public ClusterFactValues following(FactKey<?> key) {
        if (Arrays.asList(following).contains(key)) {
            return this;
        }
        FactKey<?>[] all = Arrays.copyOf(following, following.length + 1);
        all[following.length] = key;
        return new ClusterFactValues(Arrays.copyOf(values, Math.max(values.length, key.index() + 1)), all);
    }

    /** Returns these facts with one more pod that has a node. */
    public ClusterFactValues withPod(Pod pod) {
        return each((rule, fact) -> rule.withPod(fact, pod));
    }

    /** Returns these facts without that pod, which has a node. */
    public ClusterFactValues withoutPod(Pod pod) {
        return each((rule, fact) -> rule.withoutPod(fact, pod));
    }

    /** Returns these facts once the node was deleted. */
    public ClusterFactValues withoutNode(String node) {
        return each((rule, fact) -> rule.withoutNode(fact, node));
    }

    /** Returns these facts where that one alone has one more pod. */
    public <T> ClusterFactValues withPod(FactKey<T> key, Pod pod) {
        return with(key, key.rule().withPod(get(key), pod));
    }

    /**
     * Returns these facts after the change of one pod.
     *
     * @param before null where it was not there
     * @param after null where it is not there any more
     */
    public ClusterFactValues replacing(@Nullable Pod before, @Nullable Pod after) {
        Pod left = before != null && before.spec().nodeName() != null ? before : null;
        Pod come = after != null && after.spec().nodeName() != null ? after : null;
        if (left == null && come == null) {
            return this;
        }
        return each((rule, fact) -> isSame(rule, left, come) ? fact : replaced(rule, fact, left, come));
    }

    private static boolean isSame(FactUpdateRule<Object> rule, @Nullable Pod left, @Nullable Pod come) {
        return left != null
                && come != null
                && left.isSameAs(come)
                && Objects.equals(left.spec().nodeName(), come.spec().nodeName())
                && rule.isSameWith(left, come);
    }

    /** First in, then out: what only one pod has is not forgotten between. */
    private static Object replaced(FactUpdateRule<Object> rule, Object fact, @Nullable Pod left, @Nullable Pod come) {
        Object with = come == null ? fact : rule.withPod(fact, come);
        return left == null ? with : rule.withoutPod(with, left);
    }

    private ClusterFactValues each(BiFunction<FactUpdateRule<Object>, Object, Object> step) {
        Object[] changed = values;
        for (FactKey<?> key : following) {
            @SuppressWarnings("unchecked")
            FactKey<Object> any = (FactKey<Object>) key;
            Object before = get(any);
            Object after = step.apply(any.rule(), before);
            if (after != before) {
                changed = changed == values ? values.clone() : changed;
                changed[any.index()] = after;
            }
        }
        return changed == values ? this : new ClusterFactValues(changed, following);
    }
}
