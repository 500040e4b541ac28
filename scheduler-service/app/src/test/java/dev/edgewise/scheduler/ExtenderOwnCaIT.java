package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RepositoryFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** The recipe of docs/deploy.md: an authority of one's own for the extender's port, made by its script. */
class ExtenderOwnCaIT {
    private static final Path SCRIPT =
            RepositoryFiles.file("deploy/kubernetes/extender/certificates").toAbsolutePath();

    @TempDir
    Path directory;

    @Test
    void onlyACertificateOfTheAuthorityIsAnswered() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "openssl"))),
                "openssl is not installed");
        Path ours = certificates("ours");
        Path foreign = certificates("foreign");
        int port = FreePorts.find();
        String bundle = "--spring.ssl.bundle.pem.extender.";
        try (EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
                RunningService service = RunningService.start(
                        kubernetes,
                        bundle + "keystore.certificate=file:" + ours.resolve("server.crt"),
                        bundle + "keystore.private-key=file:" + ours.resolve("server.key"),
                        bundle + "truststore.certificate=file:" + ours.resolve("ca.crt"),
                        "--edgewise.scheduler.extender.port=" + port,
                        "--edgewise.scheduler.extender.ssl-bundle=extender")) {
            HttpRequest question = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/version"))
                    .build();
            assertThat(client(ours, ours)
                            .send(question, BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
            assertThatThrownBy(() -> client(ours, foreign).send(question, BodyHandlers.ofString()))
                    .as("a certificate of another authority")
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> client(foreign, ours).send(question, BodyHandlers.ofString()))
                    .as("a client that trusts another authority")
                    .isInstanceOf(IOException.class);
            assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200);
        }
        assertThat(ours.resolve("ca.key")).doesNotExist();
    }

    private Path certificates(String name) throws IOException, InterruptedException {
        Path made = directory.resolve(name);
        Process script = new ProcessBuilder(SCRIPT.toString(), made.toString())
                .inheritIO()
                .start();
        assertThat(script.waitFor()).isZero();
        return made;
    }

    /** @param of the certificate's directory */
    private static HttpClient client(Path trusted, Path of) {
        SslStoreBundle stores = new PemSslStoreBundle(
                PemSslStoreDetails.forCertificate("file:" + of.resolve("client.crt"))
                        .withPrivateKey("file:" + of.resolve("client.key")),
                PemSslStoreDetails.forCertificate("file:" + trusted.resolve("ca.crt")));
        SSLContext context = SslBundle.of(stores).createSslContext();
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
