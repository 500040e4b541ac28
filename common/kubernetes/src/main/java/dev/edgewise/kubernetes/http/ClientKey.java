package dev.edgewise.kubernetes.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The private key of a client certificate, in each form that OpenSSL and cloud tools write: PKCS#8 (RSA, EC, Ed25519),
 * PKCS#1 (RSA) and SEC1 (EC), all as PEM.
 *
 * @param pkcs8 the key in the form that Java reads
 */
@SuppressWarnings("ArrayRecordComponent")
record ClientKey(PrivateKey key, byte[] pkcs8) {
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final Pattern PARAMETERS =
            Pattern.compile("-----BEGIN EC PARAMETERS-----(.*?)-----END EC PARAMETERS-----", Pattern.DOTALL);
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519", "Ed448", "RSASSA-PSS");
    private static final byte[] VERSION = DerValue.write(DerValue.INTEGER, new byte[] {0});
    /** 1.2.840.113549.1.1.1 with its empty parameters. */
    private static final byte[] RSA = DerValue.write(
            DerValue.SEQUENCE,
            DerValue.write(DerValue.OID, new byte[] {42, (byte) 134, 72, (byte) 134, (byte) 247, 13, 1, 1, 1}),
            DerValue.write(DerValue.NULL));
    /** 1.2.840.10045.2.1. */
    private static final byte[] EC =
            DerValue.write(DerValue.OID, new byte[] {42, (byte) 134, 72, (byte) 206, 61, 2, 1});

    /**
     * Reads a key.
     *
     * @throws IllegalArgumentException with a remedy, if that cannot be read
     */
    static ClientKey of(byte[] pem) {
        String text = new String(pem, StandardCharsets.ISO_8859_1);
        Matcher block = PEM.matcher(text);
        if (!block.find()) {
            throw unreadable("it has no PEM block of a private key");
        }
        String kind = block.group(1);
        if (kind.startsWith("ENCRYPTED") || block.group(2).contains("ENCRYPTED")) {
            throw unreadable("it is encrypted, and a service has no password for it");
        }
        byte[] der = decoded(block.group(2));
        try {
            return switch (kind) {
                case "PRIVATE KEY" -> read(der);
                case "RSA PRIVATE KEY" ->
                    read(DerValue.write(DerValue.SEQUENCE, VERSION, RSA, DerValue.write(DerValue.OCTETS, der)));
                case "EC PRIVATE KEY" -> read(fromSec1(der, text));
                default -> throw unreadable("its form \"" + kind + "\" is not known");
            };
        } catch (DerValue.MalformedException | IndexOutOfBoundsException notTheForm) {
            throw unreadable("it is no " + kind);
        }
    }

    private static ClientKey read(byte[] pkcs8) {
        for (String algorithm : ALGORITHMS) {
            try {
                return new ClientKey(
                        KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8)), pkcs8);
            } catch (GeneralSecurityException another) {
                // Perhaps it is of the next one.
            }
        }
        throw unreadable("it is none of " + String.join(", ", ALGORITHMS));
    }

    private static byte[] fromSec1(byte[] sec1, String text) {
        byte[] curve = DerValue.read(sec1).get(0).values().stream()
                .filter(value -> value.tag() == DerValue.FIELD_0)
                .findFirst()
                .map(DerValue::content)
                .orElseGet(() -> parameters(text));
        return DerValue.write(
                DerValue.SEQUENCE,
                VERSION,
                DerValue.write(DerValue.SEQUENCE, EC, curve),
                DerValue.write(DerValue.OCTETS, sec1));
    }

    /** OpenSSL may write the curve before the key. */
    private static byte[] parameters(String text) {
        Matcher block = PARAMETERS.matcher(text);
        if (!block.find()) {
            throw unreadable("it does not say which elliptic curve it is of");
        }
        return decoded(block.group(1));
    }

    /** The key as fabric8's client reads it: EC in SEC1, others in PKCS#8. */
    String forFabric8() {
        boolean isEc = key instanceof ECPrivateKey;
        String kind = isEc ? "EC PRIVATE KEY" : "PRIVATE KEY";
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(isEc ? sec1() : pkcs8);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    private byte[] sec1() {
        List<DerValue> parts = DerValue.read(pkcs8).get(0).values();
        DerValue curve = parts.get(1).values().get(1);
        DerValue secret = DerValue.read(parts.get(2).content()).get(0).values().get(1);
        return DerValue.write(
                DerValue.SEQUENCE,
                DerValue.write(DerValue.INTEGER, new byte[] {1}),
                DerValue.write(DerValue.OCTETS, secret.content()),
                DerValue.write(DerValue.FIELD_0, DerValue.write(curve.tag(), curve.content())));
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            throw unreadable("its PEM block is no base64");
        }
    }

    private static IllegalArgumentException unreadable(String why) {
        return new IllegalArgumentException("the client key cannot be read, as " + why
                + ": write it as unencrypted PEM, such as with \"openssl pkcs8 -topk8 -nocrypt\"");
    }
}
