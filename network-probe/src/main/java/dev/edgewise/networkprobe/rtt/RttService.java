package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.StepLoop;
import dev.edgewise.common.signal.Following;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.publish.PeriodicResync;
import dev.edgewise.common.signal.publish.SignalPublisher;
import dev.edgewise.common.signal.publish.SignalWriteMeters;
import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.common.signal.rtt.RoundTripTimeJson;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.staticfile.SourceState;
import dev.edgewise.networkprobe.staticfile.StaticProperties;
import dev.edgewise.networkprobe.staticfile.StaticSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Keeps the round-trip times in force current, and the store in step with them. */
@Component
class RttService implements SmartLifecycle {
    /** Web servers start from 2,048 below the default on. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4_096;

    /** How often sources that measure are asked what changed. */
    private static final Duration SOURCES_STEP = Duration.ofMillis(200);

    private final RttTable table;
    private final RttBook book;
    private final NodeDirectory nodes;
    private final List<RttSource> sources;
    private final SignalPublisher<RoundTripTime> publisher;
    private final StaticSource source;
    private final SignalStore<RoundTripTime> store;
    private final StaticProperties properties;
    private final Clock clock;
    private final SteadyTime time;
    private final WriteTurn turn;
    private final PeriodicResync resync;
    private final StepBeat beat;
    private volatile @Nullable StepLoop loop;
    private volatile @Nullable Following following;

    RttService(
            StaticSource source,
            SignalStores stores,
            StaticProperties properties,
            Clock clock,
            SteadyTime time,
            WriteTurn turn,
            MeterRegistry meters,
            List<RttSource> sources,
            ObjectProvider<NodeDirectory> directory) {
        this.table = new RttTable(properties.validFor());
        this.sources = List.copyOf(sources);
        this.book = new RttBook(table, sources, clock);
        this.nodes = directory.getIfAvailable(NodeDirectory::new);
        this.source = source;
        this.store = stores.of(RoundTripTimeJson.KIND);
        this.properties = properties;
        this.clock = clock;
        this.time = time;
        this.resync = new PeriodicResync(properties.poll());
        RttMeters.register(meters, this::pairs, this::ageSeconds);
        String signal = RoundTripTimeJson.KIND.name();
        this.publisher =
                new SignalPublisher<>(signal, book, store, turn, adoption(), new SignalWriteMeters(meters, signal));
        this.turn = turn;
        this.beat = new StepBeat(Ticker.system(), meters);
    }

    RttBook book() {
        return book;
    }

    private SignalPublisher.Adoption<RoundTripTime> adoption() {
        return new SignalPublisher.Adoption<>() {
            @Override
            public void adopt(String from, Map<String, RoundTripTime> published) {
                sources.forEach(each -> each.adopt(from, published, time.now()));
                table.adopt(from, published, source.isConfigured());
            }

            @Override
            public Set<String> adopted() {
                return table.adopted();
            }

            @Override
            public void forget() {
                sources.forEach(RttSource::reset);
                table.forgetAdopted();
            }
        };
    }

    /** Whether there may be a node of that name: files tell of nodes that no cluster has. */
    boolean mayBeNode(String name) {
        return !nodes.isComplete() || nodes.contains(name);
    }

    /** Puts a pair by hand; whether it is published already. */
    boolean put(Pair pair, RoundTripTime value) {
        publisher.changed(table.put(pair, value));
        return publisher.publish();
    }

    /** Takes back what was put by hand; whether that is published already. */
    boolean remove(Pair pair) {
        publisher.changed(table.remove(pair));
        return publisher.publish();
    }

    SourceState sourceState() {
        return source.state();
    }

    /** Rows that wait for the store. */
    int waiting() {
        return publisher.waiting();
    }

    /** The state of the connection to the store, once started. */
    Optional<Following> following() {
        return Optional.ofNullable(following);
    }

    int pairs() {
        return table.size() + sources.stream().mapToInt(RttSource::size).sum();
    }

    /** Why nothing can be written to the store now; empty if all is well, as far as is known. */
    Optional<String> storeTrouble() {
        return publisher.trouble();
    }

    /** Whether the store is there, as far as is known. */
    boolean isStoreConnected() {
        return sources.isEmpty() ? following().map(Following::connected).orElse(false) : publisher.isReached();
    }

    /** How long no step of the loop has ended, beyond the pause between two. */
    Duration overdue() {
        Duration over = beat.sinceEnded().minus(properties.poll());
        return over.isNegative() || loop == null ? Duration.ZERO : over;
    }

    private double ageSeconds() {
        return source.state()
                .lastGoodLoad()
                .map(at -> Duration.between(at, clock.instant()).toMillis() / 1e3)
                .orElse(Double.NaN);
    }

    private void step() {
        source.poll().ifPresent(matrix -> publisher.changed(table.load(matrix, clock.instant())));
        publisher.changed(table.renew(clock.instant()));
        if (nodes.isComplete()) {
            publisher.changed(table.keep(nodes::contains));
        }
        if (!sources.isEmpty()) {
            // Following what is written would cost more than it brings, where so much is written.
            publisher.changed(resync.next(book::names));
        }
        publisher.publish();
    }

    private void pollSources() {
        publisher.adoptIfReached();
        if (turn.other().isPresent()) {
            return;
        }
        for (RttSource each : sources) {
            publisher.changed(each.poll(time.now()));
        }
        publisher.publish();
    }

    @Override
    public synchronized void start() {
        if (loop == null) {
            StepLoop steps = new StepLoop("rtt-loop");
            steps.repeat(beat.guarded(this::step, properties.poll()), properties.poll());
            if (!sources.isEmpty()) {
                steps.repeat(beat.guarded(this::pollSources, SOURCES_STEP), SOURCES_STEP);
            }
            loop = steps;
            if (sources.isEmpty()) {
                following = store.follow(publisher);
            }
        }
    }

    @Override
    public synchronized void stop() {
        StepLoop steps = loop;
        if (steps == null) {
            return;
        }
        loop = null;
        // What was taken since the last step is published as well.
        steps.stopAfter(sources.isEmpty() ? () -> {} : beat.guarded(this::pollSources, SOURCES_STEP));
        turn.release();
        following().ifPresent(Following::close);
    }

    @Override
    public boolean isRunning() {
        return loop != null;
    }

    /** Before the web server takes reports, and after it took the last one. */
    @Override
    public int getPhase() {
        return PHASE;
    }
}
