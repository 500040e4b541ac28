package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.common.time.SteadyTime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Asks Goldpinger again and again. A fault is told when it begins and when it is over. */
final class GoldpingerClient implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(GoldpingerClient.class);

    private final GoldpingerProperties properties;
    private final PodNodes pods;
    private final GoldpingerSource source;
    private final SteadyTime time;
    private final Counter good;
    private final Counter bad;
    private @Nullable ScheduledExecutorService loop;
    private @Nullable ScheduledExecutorService reader;
    private String fault = "";

    GoldpingerClient(
            GoldpingerProperties properties,
            PodNodes pods,
            GoldpingerSource source,
            SteadyTime time,
            MeterRegistry meters) {
        this.properties = properties;
        this.pods = pods;
        this.source = source;
        this.time = time;
        this.good = refreshes(meters, "good");
        this.bad = refreshes(meters, "bad");
    }

    private void refresh(HttpClient http, ScheduledExecutorService threads) {
        try {
            Refresh refresh = new Refresh(pods.read(properties.namespace(), properties.app()));
            // The timeout is for the whole answer, which the client's own is not.
            Future<?> reading = threads.submit(() -> {
                read(http, refresh);
                return null;
            });
            try {
                reading.get(properties.timeout().toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                reading.cancel(true);
            }
            source.take(refresh, time.now());
            good.increment();
            reported(refresh);
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

    private void read(HttpClient http, Refresh refresh) throws IOException, InterruptedException, BadDocumentException {
        HttpRequest request = HttpRequest.newBuilder(properties.checkAll())
                .timeout(properties.timeout())
                .header("Accept", "application/json")
                .build();
        HttpResponse<InputStream> response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            // It answers 418 when a check failed, with all results: the status says nothing about the document.
            CheckAllParser.parse(body, refresh);
        } catch (BadDocumentException e) {
            throw new IOException("status " + response.statusCode() + ": " + e.getMessage(), e);
        }
    }

    private void reported(Refresh refresh) {
        String now = refresh.failed().isEmpty() && refresh.unknown().isEmpty()
                ? ""
                : "pods without results: " + refresh.failed().size() + ", pods of unknown nodes: "
                        + refresh.unknown().size();
        if (!now.equals(fault)) {
            LOG.info("Goldpinger answered; nodes={} {}", refresh.results().size(), now);
            fault = now;
        }
    }

    private void failed(String problem) {
        bad.increment();
        if (!problem.equals(fault)) {
            LOG.warn("Goldpinger at {} gave no results, what is known stays: {}", properties.checkAll(), problem);
            fault = problem;
        }
    }

    @Override
    public synchronized void start() {
        if (loop == null) {
            HttpClient http = HttpClient.newBuilder()
                    .connectTimeout(properties.timeout())
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();
            ScheduledExecutorService threads = executor("goldpinger-reader");
            ScheduledExecutorService ticks = executor("goldpinger");
            Duration refresh = properties.refresh();
            ticks.scheduleAtFixedRate(() -> refresh(http, threads), 0, refresh.toMillis(), TimeUnit.MILLISECONDS);
            loop = ticks;
            reader = threads;
        }
    }

    private static ScheduledExecutorService executor(String name) {
        return Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public synchronized void stop() {
        if (loop != null && reader != null) {
            loop.shutdownNow();
            reader.shutdownNow();
            loop = null;
            reader = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return loop != null;
    }

    private static Counter refreshes(MeterRegistry meters, String result) {
        return Counter.builder("edgewise.rtt.goldpinger.refreshes")
                .description("Documents read from Goldpinger")
                .tag("result", result)
                .register(meters);
    }
}
