package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bindings that were given up without an answer and that can still arrive: a request that a broken link delayed is
 * carried out once the link works again. The pod is then seen on that node because of a binding of this scheduler and
 * no rival's. Thread-safe.
 */
public final class UnansweredBindings {
    /** The time for which a request can be under way: a proxy or a kernel has given up by then. */
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);

    private static final int MOST_REMEMBERED = 10_000;

    private record Sent(String uid, @Nullable String node) {
        static Sent of(Pod pod) {
            return new Sent(pod.uid(), pod.spec().nodeName());
        }
    }

    private final Ticker ticker;
    /** Time when each binding was given up, oldest first. */
    private final Map<Sent, Long> givenUp = new LinkedHashMap<>();

    public UnansweredBindings(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Wraps the binder; bindings without an answer are remembered. */
    public Binder of(Binder binder) {
        return assigned -> {
            try {
                binder.bind(assigned);
                removeIfRecent(assigned);
            } catch (BindException failure) {
                if (failure.kind() == Cause.UNAVAILABLE) {
                    remember(assigned);
                }
                throw failure;
            }
        };
    }

    /**
     * Wraps the listener, which does not receive late bindings of this scheduler.
     *
     * @param late receives those instead: each once, and none whose binding was answered at a later attempt
     */
    public ConflictListener without(ConflictListener rivals, Consumer<Pod> late) {
        return bound -> {
            if (removeIfRecent(bound)) {
                late.accept(bound);
            } else {
                rivals.boundByAnother(bound);
            }
        };
    }

    private synchronized void remember(Pod assigned) {
        Sent sent = Sent.of(assigned);
        givenUp.remove(sent);
        givenUp.put(sent, ticker.nanos());
        if (givenUp.size() > MOST_REMEMBERED) {
            givenUp.remove(givenUp.keySet().iterator().next());
        }
    }

    /** Removes the binding, and returns whether it was one of this scheduler. */
    private synchronized boolean removeIfRecent(Pod bound) {
        Long at = givenUp.remove(Sent.of(bound));
        return at != null && ticker.since(at).compareTo(LONGEST_DELAY) <= 0;
    }
}
