package dev.edgewise.common.signal.memory;

import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalSubscription;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link SignalStore} in this process; listeners are called by the thread that publishes, and must not wait for
 * another.
 */
public final class InMemorySignalStore<V> implements SignalStore<V> {
    private static final Logger LOG = LoggerFactory.getLogger(InMemorySignalStore.class);

    private final Clock clock;
    private final Map<String, Map<String, V>> rows = new HashMap<>();
    private final Set<Subscription> subscriptions = new LinkedHashSet<>();

    public InMemorySignalStore() {
        this(Clock.systemUTC());
    }

    public InMemorySignalStore(Clock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized void read(RowListener<V> each) {
        Map.copyOf(rows).forEach(each::changed);
    }

    @Override
    public synchronized void publish(String row, Map<String, V> values) {
        Map<String, V> merged = new HashMap<>(rows.getOrDefault(row, Map.of()));
        merged.putAll(values);
        replace(row, merged);
    }

    @Override
    public synchronized void replace(String row, Map<String, V> values) {
        Map<String, V> now = Map.copyOf(values);
        if (now.equals(rows.getOrDefault(row, Map.of()))) {
            return;
        }
        if (now.isEmpty()) {
            rows.remove(row);
        } else {
            rows.put(row, now);
        }
        List.copyOf(subscriptions).forEach(subscription -> subscription.announce(row, now));
    }

    @Override
    public synchronized void dropNodes(Set<String> nodes) {
        Map.copyOf(rows)
                .forEach((row, values) -> replace(row, nodes.contains(row) ? Map.of() : without(values, nodes)));
    }

    /** A change and its announcement are one here. */
    @Override
    public void announceAll() {}

    @Override
    public synchronized SignalSubscription follow(RowListener<V> listener) {
        Subscription subscription = new Subscription(listener, clock.instant());
        Map.copyOf(rows).forEach(subscription::announce);
        subscriptions.add(subscription);
        return subscription;
    }

    private static <V> Map<String, V> without(Map<String, V> values, Set<String> nodes) {
        Map<String, V> left = new HashMap<>(values);
        left.keySet().removeAll(nodes);
        return left;
    }

    private final class Subscription implements SignalSubscription {
        private final RowListener<V> listener;
        private Instant since;

        Subscription(RowListener<V> listener, Instant since) {
            this.listener = listener;
            this.since = since;
        }

        /**
         * Notifies the listeners; a failing listener neither ends its subscription nor affects the publisher, as in
         * every store.
         */
        void announce(String row, Map<String, V> values) {
            try {
                listener.changed(row, values);
            } catch (RuntimeException e) {
                LOG.error("A listener failed with an unexpected error; row={}", row, e);
            }
        }

        /** The rows were handed over before there was a subscription. */
        @Override
        public CompletionStage<@Nullable Void> caughtUp() {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public boolean connected() {
            synchronized (InMemorySignalStore.this) {
                return subscriptions.contains(this);
            }
        }

        @Override
        public Instant since() {
            synchronized (InMemorySignalStore.this) {
                return since;
            }
        }

        @Override
        public void close() {
            synchronized (InMemorySignalStore.this) {
                if (subscriptions.remove(this)) {
                    since = clock.instant();
                }
            }
        }
    }
}
