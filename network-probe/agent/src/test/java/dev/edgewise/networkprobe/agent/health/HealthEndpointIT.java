package dev.edgewise.networkprobe.agent.health;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.loop.LoopWatchdog;
import dev.edgewise.networkprobe.agent.loop.SelectorLoop;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.StallingCallers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthEndpointIT {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final AtomicLong nanos = new AtomicLong();
    private final LoopWatchdog prober = new LoopWatchdog(Duration.ofSeconds(10), nanos::get);
    private SelectorLoop loop;
    private HealthEndpoint endpoint;

    @BeforeEach
    void open() throws IOException {
        loop = new SelectorLoop();
        endpoint = HealthEndpoint.open(ANY_PORT, Map.of("prober", prober), loop);
        new Thread(loop).start();
    }

    @AfterEach
    void close() throws IOException {
        endpoint.close();
        loop.close();
    }

    private HttpResponse<String> get() throws IOException, InterruptedException {
        URI url = URI.create("http://127.0.0.1:" + endpoint.port() + "/healthz");
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
    }

    @Test
    void aThreadWithoutProgressIsNamed() throws IOException, InterruptedException {
        assertThat(get().statusCode()).isEqualTo(200);
        nanos.set(Duration.ofSeconds(10).toNanos() + 1);
        assertThat(get().statusCode()).isEqualTo(503);
        assertThat(get().body()).isEqualTo("thread prober makes no progress\n");
        prober.beat();
        assertThat(get().body()).isEqualTo("ok\n");
    }

    /** 127.0.0.2 connects 50 times; 127.0.0.1 connected before, says nothing yet, and is answered all the same. */
    @Test
    void oneAddressCannotCrowdOutAnother() throws IOException {
        List<Socket> crowd = new ArrayList<>();
        try (Socket patient = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
            for (int i = 0; i < 50; i++) {
                crowd.add(new Socket(
                        InetAddress.getLoopbackAddress(), endpoint.port(), InetAddress.getByName("127.0.0.2"), 0));
            }
            // closed to make room, so all 50 have been accepted by then, as connections are in turn
            assertThat(crowd.get(0).getInputStream().read()).isEqualTo(-1);
            patient.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(patient.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("HTTP/1.1 200 OK");
        } finally {
            for (Socket socket : crowd) {
                socket.close();
            }
        }
    }

    @Test
    void thoseWhoConnectAndSayNothingDoNotKeepOthersOut() throws IOException, InterruptedException {
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            silent.add(new Socket(InetAddress.getLoopbackAddress(), endpoint.port()));
        }
        assertThat(get().statusCode()).isEqualTo(200);
        // all but the last sixteen were closed to make room
        assertThat(silent.get(0).getInputStream().read()).isEqualTo(-1);
        for (Socket socket : silent) {
            socket.close();
        }
    }

    @Test
    void callersThatStallKeepNobodyOut() throws Exception {
        try (ResourceCloser stalling = new ResourceCloser()) {
            stalling.add(StallingCallers.silentAfter(endpoint.port(), ""));
            stalling.add(StallingCallers.dribblingAfter(endpoint.port(), ""));
            stalling.add(StallingCallers.silentAfter(endpoint.port(), StallingCallers.withoutBody("POST", "/")));
            for (int i = 0; i < 5; i++) {
                assertThat(get().statusCode()).isEqualTo(200);
            }
        }
    }
}
