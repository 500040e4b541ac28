package dev.edgewise.kubernetes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.http.ApiServerDateListener;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.http.ReloadingClientConfig;
import dev.edgewise.kubernetes.http.TestCalls;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credentials that are renewed while the service runs: fabric8's client uses the new ones, too. */
class ReloadingClientIT {
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final AtomicInteger made = new AtomicInteger();
    private volatile String accepted = "Bearer first";
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String token = exchange.getRequestHeaders().getFirst("Authorization");
            seen.add(token);
            byte[] body = "{\"apiVersion\":\"v1\",\"kind\":\"PodList\",\"metadata\":{},\"items\":[]}"
                    .getBytes(StandardCharsets.UTF_8);
            boolean good = accepted.equals(token);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(good ? 200 : 401, good ? body.length : -1);
            if (good) {
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Config config(String token) {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withNamespace("default")
                .withOauthToken(token)
                .withRequestRetryBackoffLimit(0)
                .build();
    }

    private KubernetesClient make(Config config) {
        made.incrementAndGet();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static void ask(ApiServerTransport api) throws IOException {
        assertThat(api.send(TestCalls.get("/api/v1/pods"), Duration.ofSeconds(10))
                        .code())
                .isEqualTo(200);
    }

    @Test
    void renewedCredentialsAreUsedByTheNextCall() throws IOException {
        Iterator<String> tokens = List.of("first", "second").iterator();
        ReloadingClientConfig source =
                new ReloadingClientConfig(() -> config(tokens.next()), () -> Instant.EPOCH, Ticker.system());
        try (ApiServerTransport api = ApiServerTransport.of(source, ApiServerDateListener.IGNORED);
                KubernetesClient client = ReloadingClient.of(source::config, this::make)) {
            client.pods().inNamespace("default").list();
            client.pods().inNamespace("default").list();
            assertThat(made).hasValue(1);

            accepted = "Bearer second";
            ask(api);
            assertThat(client.pods().inNamespace("default").list().getItems()).isEmpty();
            assertThat(made).hasValue(2);
        }

        // Twice by the client; refused and repeated by the other; then by the client with the new token.
        assertThat(seen)
                .containsExactly("Bearer first", "Bearer first", "Bearer first", "Bearer second", "Bearer second");
    }

    @Test
    void aFailureIsThatOfTheClient() {
        accepted = "Bearer of none";
        Config config = config("first");
        try (KubernetesClient client = ReloadingClient.of(() -> config, this::make)) {
            org.assertj.core.api.Assertions.assertThatThrownBy(
                            () -> client.pods().inNamespace("default").list())
                    .isInstanceOf(io.fabric8.kubernetes.client.KubernetesClientException.class);
            assertThat(client).isEqualTo(client).hasToString("client of " + config.getMasterUrl());
        }
    }
}
