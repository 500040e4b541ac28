package dev.edgewise.global.remote;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.edgewise.global.cluster.LocationClass;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A member {@code edge} whose API server answers each question with a status and an object of a uid, which tests
 * change, or as the first of the tests' answers whose path begins the question's.
 */
final class TestMember implements AutoCloseable {
    private static final Duration SECOND = Duration.ofSeconds(1);
    static final MemberLimits LIMITS =
            new MemberLimits(Duration.ofSeconds(10), 4, 1, SECOND, SECOND, SECOND, Duration.ofMinutes(10), 2);

    final MemberHandle handle;
    volatile int status = 200;
    volatile String uid = "u";
    /** The questions, each with its method, in their order. */
    final List<String> asked = new CopyOnWriteArrayList<>();
    /** The headers of the last question to each path. */
    final Map<String, Headers> headers = new ConcurrentHashMap<>();

    private final Map<String, Answer> answers = new ConcurrentSkipListMap<>(Comparator.reverseOrder());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** Answers a question. */
    interface Answer {
        /** Returns the status and the body. */
        Map.Entry<Integer, String> of(String pathAndQuery, String body) throws InterruptedException;
    }

    TestMember(Instant now) throws IOException {
        this(now, new MemberSettings(LocationClass.EDGE, 0, Map.of("shop", Set.of("shop")), Map.of(), Map.of()));
    }

    TestMember(Instant now, MemberSettings settings) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        MemberDefinition definition = new MemberDefinition(
                "edge",
                "",
                settings,
                new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build(),
                "");
        handle = new MemberHandle(definition, LIMITS, Set::of, Clock.fixed(now, ZoneOffset.UTC), () -> 0);
    }

    /** Answers all questions whose path begins so, the longest begin first. */
    void answers(String path, int code, String body) {
        answers.put(path, (question, content) -> Map.entry(code, body));
    }

    void answers(String path, Answer answer) {
        answers.put(path, answer);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String question = exchange.getRequestURI().toString();
        String content = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add(exchange.getRequestMethod() + " " + question);
        headers.put(exchange.getRequestURI().getPath(), exchange.getRequestHeaders());
        Map.Entry<Integer, String> answer = Map.entry(status, "{\"metadata\": {\"uid\": \"" + uid + "\"}}");
        for (Map.Entry<String, Answer> each : answers.entrySet()) {
            if (question.startsWith(each.getKey())) {
                try {
                    answer = each.getValue().of(question, content);
                } catch (InterruptedException stopping) {
                    Thread.currentThread().interrupt();
                }
                break;
            }
        }
        byte[] body = answer.getValue().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.getKey(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Returns a Secret that makes it a member of that name. */
    Secret secret(String name, Map<String, String> annotations) {
        String kubeconfig =
                """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: u, user: {token: t}}]
                """
                        .formatted(server.getAddress().getPort());
        return new SecretBuilder()
                .withNewMetadata()
                .withName("member-" + name)
                .addToLabels("edgewise.dev/cluster", name)
                .addToAnnotations("edgewise.dev/namespaces", "shop")
                .addToAnnotations(annotations)
                .endMetadata()
                .addToData(
                        "kubeconfig", Base64.getEncoder().encodeToString(kubeconfig.getBytes(StandardCharsets.UTF_8)))
                .build();
    }

    /** Returns how many questions began so, method included. */
    long count(String begin) {
        return asked.stream().filter(each -> each.startsWith(begin)).count();
    }

    @Override
    public void close() {
        handle.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
