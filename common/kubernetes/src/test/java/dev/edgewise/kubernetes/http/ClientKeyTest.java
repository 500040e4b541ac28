package dev.edgewise.kubernetes.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.testkit.TestCertificate;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientKeyTest {
    @ParameterizedTest
    @ValueSource(strings = {"RSA", "secp256r1", "secp384r1", "secp521r1", "Ed25519"})
    void aKeyInPkcs8IsRead(String kind) throws Exception {
        PrivateKey key = generated(kind);
        assertThat(read("PRIVATE KEY", key.getEncoded())).isEqualTo(key);
        // As some tools do: with something before it.
        String pem = "Bag Attributes\n    friendlyName: me\n" + pem("PRIVATE KEY", key.getEncoded());
        assertThat(ClientKey.of(pem.getBytes(StandardCharsets.US_ASCII)).key()).isEqualTo(key);
    }

    /** PKCS#1 is what PKCS#8 has inside for RSA. */
    @Test
    void aKeyInPkcs1IsRead() throws Exception {
        PrivateKey key = generated("RSA");
        byte[] inner = DerValue.read(key.getEncoded()).get(0).values().get(2).content();
        assertThat(read("RSA PRIVATE KEY", inner)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1"})
    void aKeyInSec1IsReadWithItsCurveInsideOrBefore(String curve) throws Exception {
        ECPrivateKey key = (ECPrivateKey) generated(curve);
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(curve));
        int size = (key.getParams().getOrder().bitLength() + 7) / 8;
        byte[] secret = fixed(key.getS().toByteArray(), size);
        byte[] version = DerValue.write(DerValue.INTEGER, new byte[] {1});
        byte[] octets = DerValue.write(DerValue.OCTETS, secret);
        byte[] inside = DerValue.write(
                DerValue.SEQUENCE, version, octets, DerValue.write(DerValue.FIELD_0, parameters.getEncoded()));
        byte[] without = DerValue.write(DerValue.SEQUENCE, version, octets);
        assertThat(((ECPrivateKey) read("EC PRIVATE KEY", inside)).getS()).isEqualTo(key.getS());
        String before = pem("EC PARAMETERS", parameters.getEncoded()) + pem("EC PRIVATE KEY", without);
        assertThat(((ECPrivateKey) ClientKey.of(before.getBytes(StandardCharsets.US_ASCII))
                                .key())
                        .getS())
                .isEqualTo(key.getS());
        assertThatThrownBy(() -> read("EC PRIVATE KEY", without)).hasMessageContaining("which elliptic curve");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "CERTIFICATE"})
    void whatCannotBeReadEndsWithARemedy(String kind) {
        for (byte[] der :
                new byte[][] {{}, {1}, {0x30, 0x7f, 1}, {0x30, 0}, {4, (byte) 0x84, 1, 1, 1, 1}, new byte[99]}) {
            assertThatThrownBy(() -> read(kind, der))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the client key cannot be read, as it")
                    .hasMessageEndingWith("such as with \"openssl pkcs8 -topk8 -nocrypt\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----",
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMAA=\n-----END RSA PRIVATE KEY-----"
            })
    void anEncryptedKeySaysSo(String pem) {
        assertThatThrownBy(() -> ClientKey.of(pem.getBytes(StandardCharsets.US_ASCII)))
                .hasMessageContaining("it is encrypted, and a service has no password for it");
    }

    /** A kubeconfig with a client key of EC in PKCS#8, as keytool and cloud tools write it. */
    @Test
    void bothClientsReadTheKeyOfAConfiguration() throws Exception {
        TestCertificate certificate = TestCertificate.create("client");
        assertThat(certificate.key()).contains("-----BEGIN PRIVATE KEY-----");
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("https://127.0.0.1:1")
                .withClientCertData(base64(certificate.certificate()))
                .withClientKeyData(base64(certificate.key()))
                .build();
        Config read = new ReloadingClientConfig(() -> config, () -> Instant.EPOCH, Ticker.system()).config();
        assertThat(ClientTls.context(read)).isNotNull();
        assertThat(SSLUtils.keyManagers(read)).hasSize(1);
        assertThat(ClientTls.end(read)).isPresent();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static PrivateKey generated(String kind) throws Exception {
        boolean isCurve = kind.startsWith("secp");
        KeyPairGenerator generator = KeyPairGenerator.getInstance(isCurve ? "EC" : kind);
        if (isCurve) {
            generator.initialize(new ECGenParameterSpec(kind));
        }
        return generator.generateKeyPair().getPrivate();
    }

    /** Bytes of a number without the sign, and with leading zeros. */
    private static byte[] fixed(byte[] number, int size) {
        byte[] fixed = new byte[size];
        int from = Math.max(0, number.length - size);
        byte[] digits = Arrays.copyOfRange(number, from, number.length);
        System.arraycopy(digits, 0, fixed, size - digits.length, digits.length);
        return fixed;
    }

    private static PrivateKey read(String kind, byte[] der) {
        return ClientKey.of(pem(kind, der).getBytes(StandardCharsets.US_ASCII)).key();
    }

    private static String pem(String kind, byte[] der) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + kind
                + "-----\n";
    }
}
