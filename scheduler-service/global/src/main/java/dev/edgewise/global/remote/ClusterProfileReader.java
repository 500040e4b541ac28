package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.client.Config;
import org.jspecify.annotations.Nullable;

/**
 * Reads the address and the certificate of a member from a ClusterProfile. Programs that it names for credentials are
 * never run.
 */
final class ClusterProfileReader {
    private ClusterProfileReader() {}

    /** @throws MemberProblemException if the profile is missing, or names no server */
    static Config config(String name, @Nullable JsonNode profile, String token) {
        String field = "ClusterProfile " + name;
        if (profile == null) {
            throw new MemberProblemException(field, "missing", "the namespace and name of a ClusterProfile");
        }
        JsonNode cluster = cluster(profile.path("status"));
        String path = field + ": status.accessProviders[].cluster";
        if (cluster.isMissingNode()) {
            throw new MemberProblemException(path + ".server", "missing", "the URL of an API server");
        }
        for (String refused :
                new String[] {"insecure-skip-tls-verify", "proxy-url", "tls-server-name", "certificate-authority"}) {
            JsonNode value = cluster.path(refused);
            if (!value.isMissingNode() && value.asBoolean(true)) {
                throw new MemberProblemException(path + "." + refused, "set", "left out");
            }
        }
        return MemberClientConfigBuilder.config(
                cluster.path("server").asText(),
                path + ".server",
                cluster.path("certificate-authority-data").asText(""),
                token,
                "",
                "");
    }

    /** Returns the first access of the profile; {@code credentialProviders} is its earlier name. */
    private static JsonNode cluster(JsonNode status) {
        for (String list : new String[] {"accessProviders", "credentialProviders"}) {
            for (JsonNode provider : status.path(list)) {
                if (provider.path("cluster").path("server").isTextual()) {
                    return provider.path("cluster");
                }
            }
        }
        return MissingNode.getInstance();
    }
}
