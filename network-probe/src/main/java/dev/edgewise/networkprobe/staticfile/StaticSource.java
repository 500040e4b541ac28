package dev.edgewise.networkprobe.staticfile;

import dev.edgewise.networkprobe.matrix.BadFileException;
import dev.edgewise.networkprobe.matrix.NamedMatrix;
import dev.edgewise.networkprobe.sources.Source;
import dev.edgewise.networkprobe.sources.SourcesProperties;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Reads the matrix when its files change; one that is bad is told once and otherwise ignored. */
@Component
public class StaticSource {
    private static final Logger LOG = LoggerFactory.getLogger(StaticSource.class);

    private final Optional<StaticFiles> files;
    private final Clock clock;
    private final Counter good;
    private final Counter bad;
    private volatile SourceState state;

    StaticSource(StaticProperties properties, SourcesProperties sources, Clock clock, MeterRegistry meters) {
        Path matrix = properties.matrix();
        Path metadata = properties.metadata();
        boolean inUse = sources.inUse().contains(Source.STATIC);
        if (matrix != null && !inUse) {
            LOG.warn("The delay matrix {} is not read: edgewise.network-probe.sources does not name static", matrix);
        }
        this.files = matrix == null || metadata == null || !inUse
                ? Optional.empty()
                : Optional.of(new StaticFiles(matrix, metadata));
        this.clock = clock;
        this.good = loads(meters, "good");
        this.bad = loads(meters, "bad");
        this.state = SourceState.NEW;
    }

    /** Whether files are configured at all. */
    public boolean isConfigured() {
        return files.isPresent();
    }

    public SourceState state() {
        return state;
    }

    /** The matrix, if its files are new or changed, and good; else nothing. */
    public Optional<NamedMatrix> poll() {
        if (files.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<NamedMatrix> matrix = files.get().look();
            matrix.ifPresent(this::loaded);
            return matrix;
        } catch (BadFileException e) {
            bad.increment();
            LOG.error("The delay matrix is not taken, the last good one stays in force: {}", e.getMessage());
            state = state.failed(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private void loaded(NamedMatrix matrix) {
        good.increment();
        LOG.info("Delay matrix loaded; nodes={}", matrix.names().size());
        state = SourceState.loaded(clock.instant(), matrix.names().size());
    }

    private static Counter loads(MeterRegistry meters, String result) {
        return Counter.builder("edgewise.rtt.loads")
                .description("Delay matrices read from files")
                .tag("result", result)
                .register(meters);
    }
}
