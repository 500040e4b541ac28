package dev.edgewise.global.remote;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;

/** Makes the configuration of a client from the parts that a kubeconfig or a ClusterProfile has. */
final class MemberClientConfigBuilder {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "localhost");

    private MemberClientConfigBuilder() {}

    /**
     * Returns the configuration.
     *
     * @param field of the server, for people
     * @param ca certificates in base64; empty for those that the system trusts
     * @throws MemberProblemException if a part cannot be used
     */
    static Config config(String server, String field, String ca, String token, String certificate, String key) {
        requireSecure(server, field);
        requireBase64("certificate-authority-data", ca);
        requireBase64("client-certificate-data", certificate);
        requireBase64("client-key-data", key);
        if (token.isEmpty() && (certificate.isEmpty() || key.isEmpty())) {
            throw new MemberProblemException(
                    "credentials", "missing", "token, or client-certificate-data with client-key-data");
        }
        if (token.chars().anyMatch(each -> each <= ' ' || each > '~')) {
            throw new MemberProblemException("token", "a text with a space or a line break", "a token alone");
        }
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server)
                .withRequestRetryBackoffLimit(0)
                .build();
        config.setCaCertData(orNull(ca));
        config.setOauthToken(orNull(token));
        config.setClientCertData(orNull(certificate));
        config.setClientKeyData(orNull(key));
        return config;
    }

    private static void requireSecure(String server, String field) {
        String allowed = "an https URL without user and password, such as https://10.0.0.1:6443";
        try {
            URI uri = new URI(server);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            boolean isPlain = scheme.equals("http") && uri.getHost() != null && LOOPBACK.contains(uri.getHost());
            if (uri.getHost() == null || uri.getUserInfo() != null || !(scheme.equals("https") || isPlain)) {
                throw new MemberProblemException(field, shown(server), allowed);
            }
        } catch (URISyntaxException noUrl) {
            throw new MemberProblemException(field, shown(server), allowed);
        }
    }

    private static String shown(String server) {
        return server.contains("@") ? "a URL with credentials" : server;
    }

    private static void requireBase64(String field, String text) {
        try {
            Base64.getDecoder().decode(text.replaceAll("\\s", ""));
        } catch (IllegalArgumentException wrong) {
            throw new MemberProblemException(field, "no base64", "a certificate or key as PEM in base64");
        }
    }

    @SuppressWarnings("NullAway") // Config is not annotated; null is for what is not there.
    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
