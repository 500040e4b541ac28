package dev.edgewise.kubernetes.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.testing.ManualTicker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.service.annotation.GetExchange;

/** Requests to another service as they are on the wire. */
class ServiceClientsIT {
    private final FakeDiscovery discovery = new FakeDiscovery();
    private final ManualTicker ticker = new ManualTicker();
    private final ServiceClients clients = new ServiceClients(new ServiceAddresses(discovery, ticker));
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private HttpServer server;

    @TempDir
    private Path directory;

    private interface Greeter {
        @GetExchange("/greeting?to=edge")
        String greeting();
    }

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] body = "hello".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private Greeter greeter(Path tokenFile) {
        return clients.create(
                Greeter.class, new ServiceClients.Target("greeter", null, Duration.ofSeconds(5), tokenFile));
    }

    @Test
    void callsADiscoveredReplicaWithTheTokenThatIsInTheFileNow() throws IOException {
        Path token = directory.resolve("token");
        Greeter greeter = greeter(token);
        discovery.replica("greeter", "127.0.0.1", server.getAddress().getPort());

        Files.writeString(token, "first\n");
        assertThat(greeter.greeting()).isEqualTo("hello");
        Files.writeString(token, "second");
        greeter.greeting();

        assertThat(requests).containsExactly("/greeting?to=edge Bearer first", "/greeting?to=edge Bearer second");
    }

    @Test
    void aReplicaThatIsGoneIsLookedUpAgain() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "t");
        Greeter greeter = greeter(token);
        discovery.replica("greeter", "127.0.0.1", 1);
        assertThatThrownBy(greeter::greeting).isInstanceOf(ResourceAccessException.class);

        discovery.replicas.clear();
        ticker.advance(Duration.ofSeconds(5));
        discovery.replica("greeter", "127.0.0.1", server.getAddress().getPort());

        assertThat(greeter.greeting()).isEqualTo("hello");
    }
}
