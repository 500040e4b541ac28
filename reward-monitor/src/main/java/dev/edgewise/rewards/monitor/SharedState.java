package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.publish.PeriodicResync;
import dev.edgewise.common.signal.publish.SignalPublisher;
import dev.edgewise.common.signal.publish.SignalWriteMeters;
import dev.edgewise.common.signal.publish.WriteTurn;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A board that replicas share: published by the one that leads, and followed by the others. For one thread, but for the board and the trouble. */
final class SharedState<V> {
    private final PublishedState<V> board = new PublishedState<>();
    private final FollowerView<V> followed;
    private final SignalPublisher<V> publisher;
    private final PeriodicResync resync;

    /** @param every how often the board is led or followed */
    SharedState(
            SignalKind<V> kind,
            SignalStore<V> store,
            WriteTurn turn,
            SignalPublisher.Adoption<V> adoption,
            MeterRegistry registry,
            Duration every) {
        this.followed = new FollowerView<>(board, store);
        this.publisher = new SignalPublisher<>(
                kind.name(), board, store, turn, adoption, new SignalWriteMeters(registry, kind.name()));
        this.resync = new PeriodicResync(every);
    }

    PublishedState<V> board() {
        return board;
    }

    /** Follows the replica that leads. May be repeated. */
    void follow() {
        // Notes that it is another's turn.
        publisher.publish();
        followed.start();
    }

    /** Leaves the board as it is. May be repeated. */
    void stopFollowing() {
        followed.stop();
    }

    /** Takes over what was published before this replica leads, if the store is there and that was not done. */
    void adoptIfReached() {
        publisher.adoptIfReached();
    }

    /** Sets some values, and removes those that are empty, to be published. */
    void apply(Map<String, Map<String, Optional<V>>> changes) {
        publisher.changed(board.apply(changes));
    }

    /** Makes these the only rows, to be published. */
    void replaceAll(Map<String, ? extends Map<String, V>> all) {
        publisher.changed(board.replaceAll(all));
    }

    /** Publishes what waits; whether nothing waits any more. */
    boolean publish() {
        return publisher.publish();
    }

    /** Has the next ones of all rows published again. */
    void resync() {
        publisher.rewriteIfForgotten();
        publisher.changed(resync.next(board::names));
    }

    /** What is wrong with the store now; empty if all is well, as far as is known. */
    Optional<String> trouble() {
        return publisher.trouble().or(followed::trouble);
    }
}
