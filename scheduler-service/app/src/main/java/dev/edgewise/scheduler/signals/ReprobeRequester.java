package dev.edgewise.scheduler.signals;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.MeasurementRequester;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.plugins.delay.DelayPlugin;
import dev.edgewise.scheduler.plugins.delay.MissingMeasurementFinder;
import dev.edgewise.scheduler.plugins.delay.MissingMeasurementFinder.UndecidedPair;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/**
 * Requests measurements from network-probe for a pod that only estimates keep from its nodes. The pod waits meanwhile;
 * the new times wake it. The requests of each pod are limited in nodes and rate.
 */
final class ReprobeRequester implements MeasurementRequester {
    private static final Logger LOG = LoggerFactory.getLogger(ReprobeRequester.class);
    private static final int REMEMBERED = 10_000;
    /** The maximum of network-probe; further samples are requested the next time. */
    private static final int MOST_ECHOES = 200;

    private enum State {
        ACCEPTING,
        FORBIDDEN,
        UNAVAILABLE
    }

    private final NetworkProbeClient probe;
    private final Settings settings;
    private final Executor executor;
    private final AtomicReference<State> state = new AtomicReference<>(State.ACCEPTING);
    /** Uids of pods whose last request is too recent for another. */
    private final Map<String, Boolean> asked;

    /**
     * The limits for one pod.
     *
     * @param nodes how many nodes at a time
     * @param interval time from one request to the next
     */
    public record Settings(int nodes, Duration interval) {}

    /** @param executor runs the requests; may refuse some when there are too many */
    public ReprobeRequester(NetworkProbeClient probe, Settings settings, Executor executor, Ticker ticker) {
        this.probe = probe;
        this.settings = settings;
        this.executor = executor;
        this.asked = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterWrite(settings.interval())
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .<String, Boolean>build()
                .asMap();
    }

    @Override
    public void rejected(Decision decision, Profile profile, Snapshot snapshot) {
        if (!decision.rejectedBy().contains(DelayPlugin.NAME)
                || asked.putIfAbsent(decision.pod().uid(), true) != null) {
            return;
        }
        try {
            executor.execute(
                    () -> ask(MissingMeasurementFinder.of(decision.pod(), profile, snapshot, settings.nodes())));
        } catch (RejectedExecutionException busy) {
            LOG.debug("No time to request measurements; pod={}", decision.pod().key());
        }
    }

    /** Logged once: a role or a setting must change before requests are accepted again. */
    private void forbidden(HttpClientErrorException answer) {
        if (state.getAndSet(State.FORBIDDEN) != State.FORBIDDEN) {
            LOG.warn(
                    "network-probe refuses measurement requests, as it does not accept this service's token; cause={}",
                    answer.getMessage());
        }
    }

    /** Logged once an outage; without network-probe in this namespace there is none to end. */
    private void unavailable(RestClientException failure) {
        if (state.getAndSet(State.UNAVAILABLE) != State.UNAVAILABLE) {
            LOG.info("network-probe is unavailable for measurement requests; cause={}", failure.getMessage());
        }
    }

    private void accepted() {
        if (state.getAndSet(State.ACCEPTING) != State.ACCEPTING) {
            LOG.info("network-probe accepts measurement requests again");
        }
    }

    /** Returns the number of echoes, some more than the required answers, as some may be lost. */
    private static @Nullable Integer echoes(List<UndecidedPair> ways) {
        int samples = ways.stream().mapToInt(UndecidedPair::samples).max().orElse(0);
        return samples == 0 ? null : Math.min(MOST_ECHOES, samples + (samples + 4) / 5);
    }

    private void ask(List<UndecidedPair> pairs) {
        Map<String, List<UndecidedPair>> wanted =
                pairs.stream().collect(Collectors.groupingBy(UndecidedPair::from, TreeMap::new, Collectors.toList()));
        wanted.forEach((from, ways) -> {
            List<String> to = ways.stream().map(UndecidedPair::to).toList();
            try {
                probe.reprobe(new NetworkProbeClient.ReprobeRequest(from, to, echoes(ways)));
                accepted();
            } catch (HttpClientErrorException.Unauthorized | HttpClientErrorException.Forbidden answer) {
                forbidden(answer);
            } catch (RestClientException failure) {
                unavailable(failure);
            }
        });
    }
}
