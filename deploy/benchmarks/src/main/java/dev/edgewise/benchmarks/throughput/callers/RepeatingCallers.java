package dev.edgewise.benchmarks.throughput.callers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Callers who ask the same again and again; without a pause, unless the answer asks for one. */
public final class RepeatingCallers implements AutoCloseable {
    private static final int OK = 200;
    private static final int BUSY = 503;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String RETRY_AFTER = "Retry-After";

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final HttpRequest request;
    private final List<Thread> threads;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong busy = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean closed;

    private RepeatingCallers(URI address, String body, int count) {
        request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        threads = IntStream.range(0, count)
                .mapToObj(i -> new Thread(this::call, "caller-" + i))
                .toList();
    }

    /** Returns no callers. */
    public static RepeatingCallers none() {
        return new RepeatingCallers(URI.create("http://localhost"), "", 0);
    }

    /** Starts this number of callers. */
    public static RepeatingCallers start(URI address, String body, int count) {
        RepeatingCallers callers = new RepeatingCallers(address, body, count);
        callers.threads.forEach(Thread::start);
        return callers;
    }

    /** Number of responses with status 200. */
    public long answered() {
        return answered.get();
    }

    /** Number of callers whose answer asked them to retry later. */
    public long busy() {
        return busy.get();
    }

    /** Number of other responses, and of calls without one. */
    public long failed() {
        return failed.get();
    }

    /** Bytes of all responses. */
    public long bytes() {
        return bytes.get();
    }

    private void call() {
        while (!closed) {
            try {
                HttpResponse<InputStream> answer = http.send(request, BodyHandlers.ofInputStream());
                try (InputStream body = answer.body()) {
                    bytes.addAndGet(body.transferTo(OutputStream.nullOutputStream()));
                }
                (answer.statusCode() == OK ? answered : answer.statusCode() == BUSY ? busy : failed).incrementAndGet();
                TimeUnit.SECONDS.sleep(
                        answer.headers().firstValueAsLong(RETRY_AFTER).orElse(0));
            } catch (IOException e) {
                failed.incrementAndGet();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Ends them, whatever they wait for. */
    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
