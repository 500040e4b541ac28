package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.publish.PeriodicResync;
import dev.edgewise.common.signal.publish.SignalPublisher;
import dev.edgewise.common.signal.publish.SignalWriteMetrics;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import dev.edgewise.networkprobe.sources.RttSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keeps the store in step with the effective round-trip times. */
final class RttStorePublisher {
    private final EffectiveRttMerger rtt;
    private final List<RttSource> sources;
    private final SignalPublisher<RoundTripTime> publisher;
    private final SteadyTime time;
    private final PeriodicResync resync;

    RttStorePublisher(
            EffectiveRttMerger rtt,
            List<RttSource> sources,
            SignalStores stores,
            SteadyTime time,
            WriterElection turn,
            MeterRegistry meters) {
        this.rtt = rtt;
        this.sources = List.copyOf(sources);
        this.time = time;
        this.resync = new PeriodicResync(pause());
        String signal = RoundTripTimeJsonCodec.KIND.name();
        this.publisher = new SignalPublisher<>(
                signal,
                rtt,
                stores.of(RoundTripTimeJsonCodec.KIND),
                turn,
                new Takeover(),
                new SignalWriteMetrics(meters, signal));
    }

    Duration pause() {
        return sources.stream()
                .map(RttSource::pollEvery)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Publishes what sources have that is new, and some of the rest again, in case that the store lost it. */
    void step() {
        publisher.adoptIfReached();
        sources.forEach(source -> publisher.changed(source.poll(time.now())));
        publisher.rewriteIfForgotten();
        publisher.changed(resync.next(rtt::names));
        publisher.publish();
    }

    /** Publishes a pair that changed; whether it is in the store already. */
    boolean publish(String from, String to) {
        publisher.changed(Map.of(from, Set.of(to)));
        return publisher.publish();
    }

    int waiting() {
        return publisher.waiting();
    }

    /** Reason why nothing can be written to the store now; empty if none is known. */
    Optional<String> storeTrouble() {
        return publisher.trouble();
    }

    /** Whether the store is there, as far as is known. */
    boolean isStoreConnected() {
        return publisher.isReached();
    }

    private final class Takeover implements SignalPublisher.Adoption<RoundTripTime> {
        @Override
        public void adopt(String from, Map<String, RoundTripTime> published) {
            sources.forEach(source -> source.adopt(from, published, time.now()));
        }

        @Override
        public Set<String> adopted() {
            return Set.of();
        }

        @Override
        public void forget() {
            sources.forEach(RttSource::reset);
        }
    }
}
