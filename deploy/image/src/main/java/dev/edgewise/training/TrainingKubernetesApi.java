package dev.edgewise.training;

import dev.edgewise.embedded.EmbeddedKubernetes;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A Kubernetes API that is reached as from within a pod: TLS, and a token and a certificate in files. */
final class TrainingKubernetesApi implements AutoCloseable {
    private static final String PASSWORD = "training";

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final URI url;
    private final Path certificate;
    private final Path token;

    /** @param work a directory for its files */
    TrainingKubernetesApi(Path work) throws IOException, InterruptedException {
        Path keys = work.resolve("api.p12");
        certificate = work.resolve("ca.crt");
        keytool(keys, "-genkeypair", "-keyalg", "EC", "-dname", "CN=kubernetes", "-ext", "san=ip:127.0.0.1");
        keytool(keys, "-exportcert", "-rfc", "-file", certificate.toString());
        token = Files.writeString(work.resolve("token"), "training");
        url = URI.create(kubernetes.secure(keys, PASSWORD));
    }

    private static void keytool(Path keys, String command, String... options) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), command);
        builder.command().addAll(List.of(options));
        builder.command().addAll(List.of("-keystore", keys.toString(), "-storepass", PASSWORD, "-alias", "api"));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("keytool " + command + " ended with status " + process.exitValue());
        }
    }

    /** A client that goes past TLS; the caller closes it. */
    KubernetesClient client() {
        return kubernetes.client();
    }

    /** Environment that names the API server, as the kubelet sets it in a pod. */
    Map<String, String> environment() {
        return Map.of(
                "KUBERNETES_SERVICE_HOST", url.getHost(),
                "KUBERNETES_SERVICE_PORT", Integer.toString(url.getPort()),
                "KUBERNETES_CERTS_CA_FILE", certificate.toString(),
                "KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN", token.toString());
    }

    @Override
    public void close() {
        kubernetes.close();
    }
}
