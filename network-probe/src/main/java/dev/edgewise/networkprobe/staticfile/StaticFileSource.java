package dev.edgewise.networkprobe.staticfile;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.matrix.InvalidFileException;
import dev.edgewise.networkprobe.matrix.NamedMatrix;
import dev.edgewise.networkprobe.sources.RepublishingRttSource;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The matrix of the files; a bad one is logged once, and the last good one stays in use. */
final class StaticFileSource extends RepublishingRttSource {
    private static final Logger LOG = LoggerFactory.getLogger(StaticFileSource.class);

    private final @Nullable DelayMatrixFiles files;
    private final StaticFileProperties properties;
    private final BiConsumer<String, String> news;
    private final Clock clock;
    private final Counter good;
    private final Counter bad;
    private Instant nextLook = Instant.MIN;
    private volatile @Nullable Instant loadedAt;
    private volatile Map<String, String> zones = Map.of();
    private volatile @Nullable String problem;

    /** @param news gets the pairs, sender and receiver, that changed in the files */
    StaticFileSource(
            StaticFileProperties properties, BiConsumer<String, String> news, Clock clock, MeterRegistry meters) {
        super(RttSourceKind.STATIC, properties.validFor(), clock);
        this.files = properties.matrix() == null || properties.metadata() == null
                ? null
                : new DelayMatrixFiles(properties.matrix(), properties.metadata());
        this.properties = properties;
        this.news = news;
        this.clock = clock;
        this.good = loads(meters, "good");
        this.bad = loads(meters, "bad");
        Gauge.builder("edgewise.rtt.matrix.age", this, StaticFileSource::ageSeconds)
                .description("Time since the current delay matrix was read")
                .baseUnit("seconds")
                .register(meters);
    }

    @Override
    public Duration pollEvery() {
        return properties.poll();
    }

    /** Files are read and parsed outside the monitor that readers of the values use. */
    @Override
    public Map<String, Set<String>> poll(Instant now) {
        if (files == null || now.isBefore(nextLook)) {
            return Map.of();
        }
        nextLook = now.plus(properties.poll());
        look(files);
        return super.poll(now);
    }

    private void look(DelayMatrixFiles read) {
        try {
            read.look().ifPresent(this::load);
        } catch (InvalidFileException e) {
            bad.increment();
            LOG.error("Could not load the delay matrix, keeping the previous one; cause={}", e.getMessage());
            problem = e.getMessage();
        }
    }

    synchronized void load(NamedMatrix matrix) {
        Map<String, String> zoneOf = new HashMap<>();
        matrix.nodes().forEach(node -> zoneOf.put(node.name(), node.zone()));
        dropAllBut(zoneOf.keySet());
        ObservationMetadata observed = observed();
        List<NamedMatrix.Node> nodes = matrix.nodes();
        for (int from = 0; from < nodes.size(); from++) {
            for (int to = 0; to < nodes.size(); to++) {
                if (to != from) {
                    say(
                            nodes.get(from).name(),
                            nodes.get(to).name(),
                            matrix.delays().micros(from, to),
                            observed);
                }
            }
        }
        zones = zoneOf;
        loadedAt = clock.instant();
        problem = null;
        good.increment();
        LOG.info("Delay matrix loaded; nodes={}", nodes.size());
    }

    private void dropAllBut(Set<String> names) {
        senders().forEach(from -> row(from).keySet().stream()
                .filter(to -> !names.contains(from) || !names.contains(to))
                .forEach(to -> change(from, to, null)));
    }

    private void say(String from, String to, long micros, ObservationMetadata observed) {
        RoundTripTime known = find(from, to);
        if (known == null || known.p50Micros() != micros) {
            change(from, to, RoundTripTime.ofMicros(micros, observed));
        }
    }

    private void change(String from, String to, @Nullable RoundTripTime value) {
        set(from, to, value);
        if (loadedAt != null) {
            news.accept(from, to);
        }
    }

    /** Adopts published values if no file was read yet, so that they stay in use. */
    @Override
    public synchronized void adopt(String from, Map<String, RoundTripTime> published, Instant now) {
        if (files != null && loadedAt == null) {
            super.adopt(from, published, now);
        }
    }

    /** Keeps the values of the files, which are still true. */
    @Override
    public synchronized void reset() {
        if (loadedAt == null) {
            super.reset();
        }
    }

    @Override
    public String zone(String node) {
        return zones.getOrDefault(node, "");
    }

    @Override
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    @Override
    public Map<String, Object> details() {
        Map<String, Object> details = new TreeMap<>();
        if (loadedAt != null) {
            details.put("lastGoodLoad", loadedAt);
            details.put("nodesOfFiles", zones.size());
        }
        return details;
    }

    private double ageSeconds() {
        return loadedAt == null
                ? Double.NaN
                : Duration.between(loadedAt, clock.instant()).toMillis() / 1e3;
    }

    private static Counter loads(MeterRegistry meters, String result) {
        return Counter.builder("edgewise.rtt.loads")
                .description("Delay matrices read from files")
                .tag("result", result)
                .register(meters);
    }
}
