package dev.edgewise.networkprobe.agent.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Trusts the certificates of a PEM file, and no others. */
final class CaFileTrust {
    private CaFileTrust() {}

    /** @throws IOException if it cannot be read or has no certificate, naming it */
    static SSLSocketFactory trusting(Path file) throws IOException {
        try (InputStream pem = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("ca-" + store.size(), each);
            }
            if (store.size() == 0) {
                throw new IOException("CA file " + file + " has no certificate");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("CA file " + file + " holds no PEM certificates: " + e.getMessage(), e);
        }
    }
}
