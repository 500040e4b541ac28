package dev.edgewise.benchmarks.throughput.preemption;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The metrics of our scheduler. */
public final class SchedulerMetricsReader {
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI address;
    private UnschedulableAttemptHistogram before = UnschedulableAttemptHistogram.parse("");

    /** @param port of its management interface on this machine */
    public SchedulerMetricsReader(int port) {
        this.address = URI.create("http://127.0.0.1:" + port + "/actuator/prometheus");
    }

    /** Begins counting attempts. */
    public void begin() throws IOException, InterruptedException {
        before = read();
    }

    /** A percentile of the attempts since {@link #begin} that found no node, in milliseconds. */
    public double attemptMillis(double percent) throws IOException, InterruptedException {
        return read().since(before).millis(percent);
    }

    private UnschedulableAttemptHistogram read() throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(address + " answers " + response.statusCode());
        }
        return UnschedulableAttemptHistogram.parse(response.body());
    }
}
