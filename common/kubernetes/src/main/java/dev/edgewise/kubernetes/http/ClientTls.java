package dev.edgewise.kubernetes.http;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.CertUtils;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.fabric8.kubernetes.client.utils.Utils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The client certificate and its key, and the certificates that are trusted, as a configuration says. */
final class ClientTls {
    private static final char[] PASSWORD = "in-memory".toCharArray();

    private ClientTls() {}

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if certificate or key cannot be used
     */
    static SSLContext context(Config config) throws GeneralSecurityException, IOException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys(config), SSLUtils.trustManagers(config), null);
        return context;
    }

    /** Makes fabric8's client read the key, too, where it is in a form that only we read. */
    static void rewriteKey(Config config) {
        try {
            byte[] pem = bytes(config.getClientKeyData(), config.getClientKeyFile());
            if (pem != null) {
                ClientKey key = ClientKey.of(pem);
                config.setClientKeyData(
                        Base64.getEncoder().encodeToString(key.forFabric8().getBytes(StandardCharsets.US_ASCII)));
                config.setClientKeyAlgo(key.key().getAlgorithm());
            }
        } catch (IOException | IllegalArgumentException unusable) {
            // The error is reported where the connection is made.
        }
    }

    /** The moment from which the client certificate is not valid any more; empty without one. */
    static Optional<Instant> end(Config config) {
        try {
            return chain(config)
                    .map(certificate -> certificate.getNotAfter().toInstant())
                    .min(Comparator.naturalOrder());
        } catch (IOException | GeneralSecurityException unusable) {
            return Optional.empty();
        }
    }

    private static KeyManager @Nullable [] keys(Config config) throws GeneralSecurityException, IOException {
        byte[] pem = bytes(config.getClientKeyData(), config.getClientKeyFile());
        Certificate[] chain = chain(config).toArray(Certificate[]::new);
        if (pem == null || chain.length == 0) {
            return null;
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("client", ClientKey.of(pem).key(), PASSWORD, chain);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        return keys.getKeyManagers();
    }

    private static Stream<X509Certificate> chain(Config config) throws GeneralSecurityException, IOException {
        byte[] pem = bytes(config.getClientCertData(), config.getClientCertFile());
        return pem == null
                ? Stream.empty()
                : CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                        .map(X509Certificate.class::cast);
    }

    /** Decodes base64, or reads a file; null if both are missing. */
    static byte @Nullable [] bytes(@Nullable String data, @Nullable String file) throws IOException {
        if (Utils.isNullOrEmpty(data) && Utils.isNullOrEmpty(file)) {
            return null;
        }
        try (InputStream in = CertUtils.getInputStreamFromDataOrFile(data, file)) {
            return in.readAllBytes();
        }
    }
}
