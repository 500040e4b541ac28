package dev.edgewise.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.TestCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extender with client certificates required; one certificate serves both sides, and trusts itself. */
class ExtenderTlsIT {
    private static final String PASSWORD = "for-the-test";

    /** The first byte of a TLS connection. */
    private static final int HANDSHAKE_RECORD = 22;

    /** A test that waits longer has failed. */
    private static final int LIMIT_MILLIS = 30_000;

    @TempDir
    private static Path directory;

    private static Path store;
    private static ResourceCloser closer;
    private static EmbeddedKubernetes kubernetes;
    private static RunningService service;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        closer = new ResourceCloser();
        store = directory.resolve("keys.p12");
        TestCertificate.keyStore("extender", store, PASSWORD);
        port = FreePorts.find();
        String bundle = "--spring.ssl.bundle.jks.kube-scheduler.";
        kubernetes = closer.add(new EmbeddedKubernetes().start());
        service = closer.add(RunningService.start(
                kubernetes,
                bundle + "keystore.location=file:" + store,
                bundle + "keystore.password=" + PASSWORD,
                bundle + "truststore.location=file:" + trusted(store),
                bundle + "truststore.password=" + PASSWORD,
                "--edgewise.scheduler.extender.port=" + port,
                "--edgewise.scheduler.extender.ssl-bundle=kube-scheduler"));
    }

    @AfterAll
    static void stop() throws Exception {
        closer.close();
    }

    @Test
    void onlyThoseWithACertificateAreAnswered() throws Exception {
        HttpRequest question = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/version"))
                .build();
        assertThat(client(store, true).send(question, BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        HttpClient stranger = client(store, false);
        assertThatThrownBy(() -> stranger.send(question, BodyHandlers.ofString()))
                .isInstanceOf(IOException.class);
        assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200);
    }

    @Test
    void whoStallsIsNotWaitedForLong() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (Socket inHandshake = new Socket(loopback, port);
                Socket inQuestion = context(store, true).getSocketFactory().createSocket(loopback, port)) {
            inHandshake.setSoTimeout(LIMIT_MILLIS);
            inQuestion.setSoTimeout(LIMIT_MILLIS);
            inHandshake.getOutputStream().write(HANDSHAKE_RECORD);
            inQuestion
                    .getOutputStream()
                    .write(("POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 2\r\n\r\n{")
                            .getBytes(UTF_8));
            assertThat(inQuestion.getInputStream().readNBytes(12))
                    .asString(UTF_8)
                    .isEqualTo("HTTP/1.1 408");
            assertThat(inHandshake.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aBundleThatIsNotThereEndsTheStart() {
        assertThatThrownBy(() -> RunningService.start(
                        kubernetes,
                        "--edgewise.scheduler.extender.port=0",
                        "--edgewise.scheduler.extender.ssl-bundle=nobody"))
                .rootCause()
                .hasMessageStartingWith("edgewise.scheduler.extender.ssl-bundle is nobody, no bundle");
    }

    private static HttpClient client(Path store, boolean certified) throws GeneralSecurityException, IOException {
        return HttpClient.newBuilder().sslContext(context(store, certified)).build();
    }

    private static SSLContext context(Path store, boolean certified) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(KeyStore.getInstance(trusted(store).toFile(), PASSWORD.toCharArray()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(certified ? own.getKeyManagers() : new KeyManager[0], trusted.getTrustManagers(), null);
        return context;
    }

    /** The certificate without its key. */
    private static Path trusted(Path store) throws GeneralSecurityException, IOException {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(
                "extender",
                KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()).getCertificate("extender"));
        Path file = store.resolveSibling("trusted.p12");
        try (OutputStream output = Files.newOutputStream(file)) {
            trust.store(output, PASSWORD.toCharArray());
        }
        return file;
    }
}
