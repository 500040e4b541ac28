package dev.edgewise.testkit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A self-signed certificate for 127.0.0.1, with its key; both as PEM. */
public record TestCertificate(String certificate, String key) {
    private static final String PASSWORD = "for-the-test";

    /** Made by the JDK's keytool, as Java has no other means for it. */
    public static TestCertificate create(String name) {
        try {
            Path store = Files.createTempDirectory("certificate").resolve("store.p12");
            try {
                keyStore(name, store, PASSWORD);
                return read(name, store);
            } finally {
                Files.deleteIfExists(store);
                Files.delete(store.getParent());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** TLS context of a server with this certificate. */
    public SSLContext serverContext() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        Key own = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes(key)));
        Certificate[] chain = {
            CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes(certificate)))
        };
        store.setKeyEntry("server", own, PASSWORD.toCharArray(), chain);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static byte[] bytes(String pem) {
        return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    }

    /** Makes a PKCS12 file with a certificate for 127.0.0.1 and its key, both under that name. */
    public static void keyStore(String name, Path store, String password) throws IOException, InterruptedException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        name,
                        "-dname",
                        "CN=" + name,
                        "-keyalg",
                        "EC",
                        "-validity",
                        "2",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        password)
                .inheritIO()
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("keytool failed");
        }
    }

    private static TestCertificate read(String name, Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        Key key = store.getKey(name, PASSWORD.toCharArray());
        return new TestCertificate(
                pem("CERTIFICATE", store.getCertificate(name).getEncoded()), pem("PRIVATE KEY", key.getEncoded()));
    }

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }
}
