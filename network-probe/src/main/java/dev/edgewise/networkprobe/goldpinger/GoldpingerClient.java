package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.common.time.SteadyTime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks Goldpinger for all its results. Logs a fault when it begins and when it is over. */
final class GoldpingerClient {
    private static final Logger LOG = LoggerFactory.getLogger(GoldpingerClient.class);

    private final GoldpingerProperties properties;
    private final GoldpingerPodNodes pods;
    private final GoldpingerRecorder recorder;
    private final SteadyTime time;
    private final Counter good;
    private final Counter bad;
    private final HttpClient http;
    /** Reads while the caller waits no longer than the timeout. */
    private final ExecutorService reader = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "goldpinger-reader");
        thread.setDaemon(true);
        return thread;
    });

    private String fault = "";
    /** Reason why the last request gave nothing; empty if it did. */
    private volatile String trouble = "";

    GoldpingerClient(
            GoldpingerProperties properties,
            GoldpingerPodNodes pods,
            GoldpingerRecorder recorder,
            SteadyTime time,
            MeterRegistry meters) {
        this.properties = properties;
        this.pods = pods;
        this.recorder = recorder;
        this.time = time;
        this.good = refreshes(meters, "good");
        this.bad = refreshes(meters, "bad");
        this.http = HttpClient.newBuilder()
                .connectTimeout(properties.timeout())
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
    }

    /** Asks once; to be repeated. */
    void poll() {
        try {
            Map<String, String> nodes = pods.read(properties.namespace(), properties.app());
            GoldpingerResults refresh = new GoldpingerResults(nodes);
            // The timeout is for the whole answer, which the client's own is not.
            Future<?> reading = reader.submit(() -> {
                read(refresh);
                return null;
            });
            try {
                reading.get(properties.timeout().toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                reading.cancel(true);
            }
            recorder.record(refresh, time.now());
            Optional<String> nothing = nothing(nodes, refresh);
            if (nothing.isPresent()) {
                failed(nothing.get());
            } else {
                good.increment();
                reported(refresh);
            }
        } catch (TimeoutException e) {
            failed("no complete answer within " + properties.timeout());
        } catch (ExecutionException e) {
            failed(String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failed(e.toString());
        }
    }

    private void read(GoldpingerResults refresh) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(properties.checkAll())
                .timeout(properties.timeout())
                .header("Accept", "application/json")
                .build();
        HttpResponse<InputStream> response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            // It answers 418 when a check failed, with all results: the status says nothing about the document.
            CheckAllParser.parse(body, refresh);
        } catch (IOException e) {
            throw new IOException("status " + response.statusCode() + ": " + e.getMessage(), e);
        }
    }

    /** Reason why a complete response has no pair; empty if it has, or there is no pair. */
    private Optional<String> nothing(Map<String, String> nodes, GoldpingerResults refresh) {
        if (nodes.isEmpty()) {
            String where = properties.namespace().isEmpty() ? "any namespace" : "namespace " + properties.namespace();
            return Optional.of("no pod on a node has the label app=" + properties.app() + " or app.kubernetes.io/name="
                    + properties.app() + " in " + where);
        }
        int useless = refresh.failed().size() + refresh.unknown().size();
        return refresh.results().isEmpty() && useless > 0
                ? Optional.of(refresh.failed().size() + " pods gave no results, and "
                        + refresh.unknown().size()
                        + " are none of the pods with the label app=" + properties.app()
                        + " or app.kubernetes.io/name=" + properties.app())
                : Optional.empty();
    }

    /** Reason why there are no values now, for people; empty if there are. */
    Optional<String> trouble() {
        return Optional.of(trouble).filter(text -> !text.isEmpty());
    }

    private void reported(GoldpingerResults refresh) {
        trouble = "";
        int failed = refresh.failed().size();
        int unknown = refresh.unknown().size();
        String now = failed + unknown == 0 ? "" : failed + " without results, " + unknown + " of unknown nodes";
        if (!now.equals(fault)) {
            LOG.info(
                    "Goldpinger answered; nodes={} podsWithoutResults={} podsOfUnknownNodes={}",
                    refresh.results().size(),
                    failed,
                    unknown);
            fault = now;
        }
    }

    private void failed(String problem) {
        bad.increment();
        trouble = problem;
        if (!problem.equals(fault)) {
            LOG.warn(
                    "Goldpinger gave no results, what is known stays; url={} cause={}", properties.checkAll(), problem);
            fault = problem;
        }
    }

    /** Stops: no more polls follow. */
    void stop() {
        reader.shutdownNow();
    }

    private static Counter refreshes(MeterRegistry meters, String result) {
        return Counter.builder("edgewise.rtt.goldpinger.refreshes")
                .description("Documents read from Goldpinger")
                .tag("result", result)
                .register(meters);
    }
}
