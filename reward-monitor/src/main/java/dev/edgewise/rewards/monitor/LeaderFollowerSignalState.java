package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.publish.PeriodicResync;
import dev.edgewise.common.signal.publish.SignalPublisher;
import dev.edgewise.common.signal.publish.SignalWriteMetrics;
import dev.edgewise.common.signal.publish.WriterElection;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A state that replicas share: the leader publishes it, the others follow. For one thread, except for {@link #state}
 * and {@link #trouble}.
 */
final class LeaderFollowerSignalState<V> {
    private final PublishedSignalValues<V> state = new PublishedSignalValues<>();
    private final FollowerSignalSubscriber<V> follower;
    private final SignalPublisher<V> publisher;
    private final PeriodicResync resync;

    /** Creates it. @param every time between two steps that publish or follow */
    LeaderFollowerSignalState(
            SignalKind<V> kind,
            SignalStore<V> store,
            WriterElection turn,
            SignalPublisher.Adoption<V> adoption,
            MeterRegistry registry,
            Duration every) {
        this.follower = new FollowerSignalSubscriber<>(state, store);
        this.publisher = new SignalPublisher<>(
                kind.name(), state, store, turn, adoption, new SignalWriteMetrics(registry, kind.name()));
        this.resync = new PeriodicResync(every);
    }

    PublishedSignalValues<V> state() {
        return state;
    }

    /** Follows the replica that leads. May be repeated. */
    void follow() {
        // The publisher notices that another replica leads.
        publisher.publish();
        follower.start();
    }

    /** Stops following; the state stays. May be repeated. */
    void stopFollowing() {
        follower.stop();
    }

    /** Adopts what was published before this replica led, if the store is reachable and that was not done. */
    void adoptIfReached() {
        publisher.adoptIfReached();
    }

    /** Sets some values, and removes empty ones, to be published. */
    void apply(Map<String, Map<String, Optional<V>>> changes) {
        publisher.changed(state.apply(changes));
    }

    /** Replaces all rows, to be published. */
    void replaceAll(Map<String, ? extends Map<String, V>> all) {
        publisher.changed(state.replaceAll(all));
    }

    /** Publishes pending changes; returns whether none is left. */
    boolean publish() {
        return publisher.publish();
    }

    /** Has the next part of all rows published again. */
    void resync() {
        publisher.rewriteIfForgotten();
        publisher.changed(resync.next(state::names));
    }

    /** Returns the problem of the store; empty if none is known. */
    Optional<String> trouble() {
        return publisher.trouble().or(follower::trouble);
    }
}
