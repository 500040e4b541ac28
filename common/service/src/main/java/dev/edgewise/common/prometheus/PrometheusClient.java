package dev.edgewise.common.prometheus;

import dev.edgewise.common.web.BoundedResponseBodySubscriber;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks a Prometheus server. */
public final class PrometheusClient {
    /** The series of 5,000 nodes are 1.5 MB. */
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private final HttpClient http;
    private final URI query;
    private final Duration timeout;
    private final List<String> labels;
    private final @Nullable Path tokenFile;

    /**
     * @param url of the server, with the path that its API is below, if any
     * @param timeout how long each answer may take; a query needs two
     * @param labels of the series that are read
     * @param tokenFile holds the bearer token that the server asks for, if it does; read again for each query
     */
    public PrometheusClient(URI url, Duration timeout, List<String> labels, @Nullable Path tokenFile) {
        this.http = HttpClient.newBuilder()
                .connectTimeout(timeout)
                // A server that is not what it was could have other addresses of the cluster asked.
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.query = URI.create(url.toString().replaceFirst("/+$", "") + "/api/v1/query");
        this.timeout = timeout;
        this.labels = List.copyOf(labels);
        this.tokenFile = tokenFile;
    }

    /**
     * The samples of a query, each with the time of its scrape; of an expression Prometheus only knows when it was
     * evaluated.
     *
     * @throws IOException if there is no good answer within twice the timeout
     */
    public List<Sample> query(String promQl) throws IOException, InterruptedException {
        List<Sample> samples = ask(promQl);
        if (samples.isEmpty()) {
            return samples;
        }
        Map<Map<String, String>, Instant> scraped = new HashMap<>();
        // A comment at the end of the query must not hide the bracket.
        for (Sample time : ask("timestamp(" + promQl + "\n)")) {
            scraped.put(time.labels(), Instant.ofEpochMilli(Math.round(time.value() * 1_000)));
        }
        return samples.stream()
                .map(sample ->
                        new Sample(sample.labels(), scraped.getOrDefault(sample.labels(), sample.at()), sample.value()))
                .toList();
    }

    private List<Sample> ask(String promQl) throws IOException, InterruptedException {
        String form = "query=" + URLEncoder.encode(promQl, StandardCharsets.UTF_8);
        HttpRequest.Builder request = HttpRequest.newBuilder(query)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form));
        if (tokenFile != null) {
            authorize(request, tokenFile);
        }
        HttpResponse<byte[]> answer = send(request.build());
        return PrometheusQueryResponseReader.parse(answer.statusCode(), answer.body(), labels);
    }

    private static void authorize(HttpRequest.Builder request, Path tokenFile) throws IOException {
        String token = Files.readString(tokenFile).strip();
        try {
            request.header("Authorization", "Bearer " + token);
        } catch (IllegalArgumentException e) {
            // Its message has the token.
            throw new IOException("the token in " + tokenFile + " has characters that a header cannot have");
        }
    }

    /** The timeout is for the whole answer, which the client's own is not. */
    private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
        Future<HttpResponse<byte[]>> answer =
                http.sendAsync(request, head -> new BoundedResponseBodySubscriber(MAX_BYTES));
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no complete answer within " + timeout, e);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } finally {
            answer.cancel(true);
        }
    }
}
