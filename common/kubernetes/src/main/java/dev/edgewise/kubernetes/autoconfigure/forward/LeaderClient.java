package dev.edgewise.kubernetes.autoconfigure.forward;

import dev.edgewise.common.web.BusyException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Repeats a caller's request at the leader, token included, and answers as the leader does. */
final class LeaderClient {
    /** A search for backups may take a minute. */
    private static final Duration LONGEST = Duration.ofSeconds(70);

    private static final Duration CONNECT = Duration.ofSeconds(2);
    /** Maximum bytes of all responses that are held at a time: a replica has 512 MiB. */
    private static final int MOST_ANSWERS = 32 * 1024 * 1024;

    private static final List<String> REQUEST =
            List.of("Authorization", "Content-Type", "Accept", "If-Match", "If-None-Match", "Accept-Language");
    private static final List<String> ANSWER = List.of(
            "Content-Type", "Content-Disposition", "ETag", "Cache-Control", "Retry-After", "WWW-Authenticate", "Allow");

    private final String ownName;
    private final AnswerMemoryLimit memory;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            // The token is for the leader alone.
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** @param ownName of this replica, for the leader */
    LeaderClient(String ownName) {
        this(ownName, new AnswerMemoryLimit(MOST_ANSWERS));
    }

    /** @param memory for the leader's answers */
    LeaderClient(String ownName, AnswerMemoryLimit memory) {
        this.ownName = ownName;
        this.memory = memory;
    }

    /** @throws LeaderUnreachableException if the leader does not answer; becomes a 503 problem */
    void forward(URI leader, HttpServletRequest request, byte[] body, HttpServletResponse response) throws IOException {
        try (BufferedAnswer held = new BufferedAnswer(memory)) {
            pass(send(leader, repeated(leader, request, body), held), response);
        }
    }

    private static void pass(HttpResponse<BufferedAnswer> answer, HttpServletResponse response) throws IOException {
        response.setStatus(answer.statusCode());
        for (String name : ANSWER) {
            answer.headers().allValues(name).forEach(value -> response.addHeader(name, value));
        }
        response.setContentLength(answer.body().length());
        answer.body().writeTo(response.getOutputStream());
    }

    private HttpRequest repeated(URI leader, HttpServletRequest request, byte[] body) {
        String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
        try {
            HttpRequest.Builder repeated = HttpRequest.newBuilder(URI.create(leader + request.getRequestURI() + query))
                    .timeout(LONGEST)
                    .header(ForwardInterceptor.FORWARDED_BY, ownName)
                    .method(
                            request.getMethod(),
                            body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
            for (String name : REQUEST) {
                String value = request.getHeader(name);
                if (value != null) {
                    repeated.header(name, value);
                }
            }
            return repeated.build();
        } catch (IllegalArgumentException e) {
            throw new LeaderUnreachableException("the request cannot be repeated: " + e.getMessage(), e);
        }
    }

    /** The time is for the whole answer, which the client's own is not. */
    private HttpResponse<BufferedAnswer> send(URI leader, HttpRequest request, BufferedAnswer held) {
        CompletableFuture<HttpResponse<BufferedAnswer>> answer = http.sendAsync(request, head -> held);
        try {
            return answer.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BusyException full) {
                throw full;
            }
            throw LeaderUnreachableException.of(leader, e.getCause());
        } catch (TimeoutException e) {
            throw LeaderUnreachableException.of(leader, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LeaderUnreachableException.of(leader, e);
        } finally {
            answer.cancel(true);
        }
    }
}
