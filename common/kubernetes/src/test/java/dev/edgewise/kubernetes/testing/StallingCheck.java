package dev.edgewise.kubernetes.testing;

import static dev.edgewise.testkit.StallingCallers.head;
import static dev.edgewise.testkit.StallingCallers.withoutBody;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.StallingCallers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Callers that do not finish what they begin, at the port of a service, and honest ones beside them. */
public final class StallingCheck {
    /** Time limit of a response, below the 5 s after which the first stalled caller is released. */
    private static final Duration SOON = Duration.ofSeconds(4);

    private StallingCheck() {}

    /**
     * Asserts that pages and health are answered while many callers of each kind stall.
     *
     * @param method of a call with a body
     * @param path of that call
     * @param authorization a header that the call is let through with, as name and value; none if it needs no token
     */
    public static void honestCallersAreAnswered(int port, String method, String path, String... authorization)
            throws IOException, InterruptedException {
        String invalid = withoutBody(method, path, "Authorization", "Bearer invented");
        String valid = withoutBody(method, path, authorization);
        answered(port);
        try (ResourceCloser stalling = new ResourceCloser()) {
            stalling.add(StallingCallers.silentAfter(port, ""));
            stalling.add(StallingCallers.dribblingAfter(port, head("GET", "/edgewise.js")));
            stalling.add(StallingCallers.silentAfter(port, invalid));
            stalling.add(StallingCallers.dribblingAfter(port, invalid));
            stalling.add(StallingCallers.silentAfter(port, valid));
            stalling.add(StallingCallers.dribblingAfter(port, valid));
            stalling.add(StallingCallers.deaf(port, "/edgewise.js"));
            for (int i = 0; i < 5; i++) {
                answered(port);
            }
        }
    }

    private static void answered(int port) throws IOException, InterruptedException {
        for (String path : new String[] {"/edgewise.js", "/actuator/health/liveness"}) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .timeout(SOON)
                    .build();
            HttpClient http = HttpClient.newHttpClient();
            HttpResponse<String> answer = StallingCallers.answered(() -> http.send(request, BodyHandlers.ofString()));
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
        }
    }
}
