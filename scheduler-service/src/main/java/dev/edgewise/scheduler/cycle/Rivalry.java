package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Settles which of several schedulers goes on that work for the same pods, by mistake: none of them sees what the others are
 * about to bind, so that together they would overcommit nodes. Each leaves its name at the pods that it binds, see
 * {@link Names#BOUND_BY_ANNOTATION}. Who meets a name that sorts before its own stands back, until it has met none for a while.
 * Replicas that elect a leader have one name. Safe for many threads.
 */
public final class Rivalry {
    /** As long as it takes to be sure that the other is gone; twice a Lease. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name;
    private final LongSupplier nanos;
    private volatile long goesOnAt;

    /** @param name what this scheduler leaves at the pods that it binds */
    public Rivalry(String name) {
        this(name, System::nanoTime);
    }

    /** @param nanos a watch that no one sets */
    Rivalry(String name, LongSupplier nanos) {
        this.name = name;
        this.nanos = nanos;
        this.goesOnAt = nanos.getAsLong();
    }

    public String name() {
        return name;
    }

    /** Takes note of a pod that was placed by another; whether this one stands back for that. */
    public boolean met(Pod bound) {
        String rival = boundBy(bound);
        boolean precedes = rival != null && rival.compareTo(name) < 0;
        if (precedes) {
            goesOnAt = nanos.getAsLong() + PATIENCE.toNanos();
        }
        return precedes;
    }

    /** Whether another is to go on, and this one not. */
    public boolean standsBack() {
        return goesOnAt - nanos.getAsLong() > 0;
    }

    /** Whether a pod that has its node now was placed by another, judged by what was known of it: no node, or one that we chose. */
    boolean isPlacedByAnother(Pod before, Pod now) {
        String node = now.spec().nodeName();
        if (node == null) {
            return false;
        }
        String binder = boundBy(now);
        return binder == null
                ? !node.equals(before.spec().nodeName())
                : !binder.equals(name) && boundBy(before) == null;
    }

    private static @Nullable String boundBy(Pod pod) {
        return pod.annotations().get(Names.BOUND_BY_ANNOTATION);
    }
}
