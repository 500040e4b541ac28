package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.protocol.RedisProtocolException;
import java.net.SocketException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.RedisConnectionFailureException;

class RedisFailureDescriptionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NOAUTH HELLO must be called with the client already authenticated | it demands a password: set spring.data.redis.password",
                "WRONGPASS invalid username-password pair or user is disabled. | it refuses the password: set spring.data.redis.password",
                "ERR invalid password | it refuses the password: set spring.data.redis.password",
                "ERR AUTH <password> called without any password configured for the default user. | it has no password: remove spring.data.redis.password",
                "NOPERM this user has no permissions to run the 'xadd' command | the user lacks permissions: grant them by ACL SETUSER. NOPERM this user",
            })
    void saysWhatToDo(String redisSays, String described) {
        RuntimeException problem = new IllegalStateException("cannot connect", new IllegalStateException(redisSays));
        assertThat(RedisFailureDescription.describe(problem)).startsWith(described);
    }

    @Test
    void namesWhatItDoesNotKnow() {
        assertThat(RedisFailureDescription.describe(new IllegalStateException(new IllegalArgumentException("odd"))))
                .isEqualTo("java.lang.IllegalArgumentException: odd");
    }

    /** Exceptions as Lettuce and the JDK report them. */
    static Stream<Arguments> mistakesWithTls() {
        return Stream.of(
                arguments(
                        "spring.ssl.bundle.pem.redis.truststore.certificate to its CA",
                        new CertPathBuilderException("unable to find valid certification path to requested target")),
                arguments(
                        "spring.ssl.bundle.pem.redis.truststore.certificate to its CA",
                        new CertPathValidatorException("Path does not chain with any of the trust anchors")),
                arguments(
                        "its certificate is not accepted: Algorithm constraints check failed on SHA1withRSA",
                        new CertPathValidatorException("Algorithm constraints check failed on SHA1withRSA")),
                arguments(
                        "spring.data.redis.host (or .sentinel.nodes, .cluster.nodes) must be a name that the certificate"
                                + " holds. No subject alternative names matching IP address 10.0.0.1 found",
                        new CertificateException("No subject alternative names matching IP address 10.0.0.1 found")),
                arguments(
                        "its certificate is for another host",
                        new CertificateException("No name matching redis.edge found")),
                arguments(
                        "spring.ssl.bundle.pem.redis.keystore.private-key",
                        new SSLHandshakeException("Received fatal alert: certificate_required")),
                arguments(
                        "its port does not use TLS: set spring.data.redis.port to its TLS port",
                        new SSLException("not an SSL/TLS record: 2d4e4f41555448")),
                arguments(
                        "does not answer: if spring.data.redis.ssl.enabled or spring.data.redis.ssl.bundle is set,"
                                + " spring.data.redis.port must be its TLS port",
                        new RedisCommandTimeoutException("Connection initialization timed out after 2 second(s)")),
                arguments(
                        "its port uses TLS: set spring.data.redis.ssl.enabled or spring.data.redis.ssl.bundle",
                        new RedisProtocolException("Invalid first byte: 21 () at buffer index 1 decoding using null")),
                arguments(
                        "if its port uses TLS, set spring.data.redis.ssl.enabled or spring.data.redis.ssl.bundle",
                        new SocketException("Connection reset")));
    }

    @ParameterizedTest
    @MethodSource
    void mistakesWithTls(String described, Exception root) {
        RuntimeException problem = new RedisConnectionFailureException(
                "Unable to connect to Redis", new RedisConnectionException("Unable to connect to redis:6379", root));
        assertThat(RedisFailureDescription.describe(problem)).contains(described);
    }

    @Test
    void aConnectionThatBreaksLaterIsNoMistakeWithTls() {
        RuntimeException problem = new IllegalStateException(new SocketException("Connection reset"));
        assertThat(RedisFailureDescription.describe(problem)).isEqualTo("java.net.SocketException: Connection reset");
    }
}
