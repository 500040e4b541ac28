package dev.edgewise.scheduler.kubernetes.limits;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Returns one instance for equal values, which thousands of pods have in common. It keeps no value alive, and its table
 * does not grow with the values of tenants: a value replaces one with an equal hash, which is then shared no longer.
 * Thread-safe.
 */
final class Interner<T> {
    /** 32,768 places, several times the Deployments of a large cluster, are 128 kB. */
    private static final int BITS = 15;
    /** Spreads hashes that differ little, as those of numbered names do: 2^32 by the golden ratio. */
    private static final int SPREAD = 0x9E3779B9;

    private final AtomicReferenceArray<@Nullable WeakReference<T>> places = new AtomicReferenceArray<>(1 << BITS);

    /** @param value immutable */
    T one(T value) {
        return one(value, UnaryOperator.identity());
    }

    /**
     * The instance that is known, or a new one.
     *
     * @param copy makes what is given out of a value that is not known; equal, and immutable
     */
    T one(T value, UnaryOperator<T> copy) {
        int hash = value.hashCode();
        int place = ((hash ^ (hash >>> 16)) * SPREAD) >>> (Integer.SIZE - BITS);
        WeakReference<T> reference = places.get(place);
        T known = reference == null ? null : reference.get();
        if (known != null && known.equals(value)) {
            return known;
        }
        T one = copy.apply(value);
        places.set(place, new WeakReference<>(one));
        return one;
    }
}
