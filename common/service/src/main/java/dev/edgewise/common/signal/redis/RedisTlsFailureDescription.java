package dev.edgewise.common.signal.redis;

import io.lettuce.core.RedisConnectionException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Advice for operators where a connection to Redis fails because of TLS. */
final class RedisTlsFailureDescription {
    private static final String BUNDLE = "spring.ssl.bundle.pem.redis.";
    private static final String SWITCH = "spring.data.redis.ssl.enabled or spring.data.redis.ssl.bundle";

    private RedisTlsFailureDescription() {}

    /** Describes a failure; empty if it does not look like one of TLS. */
    static Optional<String> describe(Throwable problem, Throwable root) {
        String message = String.valueOf(root.getMessage());
        if (root instanceof CertPathBuilderException || isOf(message, "Path does not chain")) {
            return Optional.of("its certificate is signed by a CA that is not trusted here: set " + BUNDLE
                    + "truststore.certificate to its CA and spring.data.redis.ssl.bundle to redis");
        }
        if (root instanceof CertPathValidatorException) {
            return Optional.of("its certificate is not accepted: " + message);
        }
        if (root instanceof CertificateException && isOf(message, "No subject alternative", "No name matching")) {
            return Optional.of("its certificate is for another host: spring.data.redis.host (or .sentinel.nodes, "
                    + ".cluster.nodes) must be a name that the certificate holds. " + message);
        }
        if (message.contains("certificate_required") || message.contains("bad_certificate")) {
            return Optional.of("it demands a client's certificate that it trusts: set " + BUNDLE
                    + "keystore.certificate and " + BUNDLE + "keystore.private-key");
        }
        if (isOf(message, "not an SSL/TLS record", "Unsupported or unrecognized SSL message")) {
            return Optional.of(
                    "its port does not use TLS: set spring.data.redis.port to its TLS port, or remove " + SWITCH);
        }
        if (isOf(message, "Invalid first byte: 21")) {
            return Optional.of("its port uses TLS: set " + SWITCH);
        }
        return isConnecting(problem) ? unanswered(root, message) : Optional.empty();
    }

    /** Explains a peer without a readable response: it may have been addressed in the wrong way. */
    private static Optional<String> unanswered(Throwable root, String message) {
        if (isOf(message, "Connection initialization timed out")) {
            return Optional.of("it accepts connections, but does not answer: if " + SWITCH
                    + " is set, spring.data.redis.port must be its TLS port. " + message);
        }
        if (isOf(message, "Connection reset", "Connection closed")) {
            return Optional.of("it ends connections at once: if its port uses TLS, set " + SWITCH + ". " + root);
        }
        return Optional.empty();
    }

    private static boolean isConnecting(Throwable problem) {
        return Stream.<Throwable>iterate(problem, Objects::nonNull, Throwable::getCause)
                .anyMatch(RedisConnectionException.class::isInstance);
    }

    private static boolean isOf(String message, String... beginnings) {
        return Stream.of(beginnings).anyMatch(message::startsWith);
    }
}
