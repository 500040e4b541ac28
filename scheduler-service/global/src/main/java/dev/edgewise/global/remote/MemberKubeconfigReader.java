package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the kubeconfig of a member. It holds an address, a certificate and a token or client certificate, and nothing
 * that makes this service run a program, read a file of its own, trust any server, or go through a proxy.
 */
final class MemberKubeconfigReader {
    private static final int LARGEST = 64 * 1024;
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final String FIELD = "data.kubeconfig";
    private static final Set<String> IGNORED = Set.of("name", "extensions", "namespace", "disable-compression");
    private static final Set<String> CLUSTER = Set.of("server", "certificate-authority-data");
    private static final Set<String> USER = Set.of("token", "client-certificate-data", "client-key-data");

    private static final Map<String, String> REFUSED = new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "exec", "left out: no program is run; use token, or client-certificate-data with client-key-data"),
            Map.entry("auth-provider", "left out: use token, or client-certificate-data with client-key-data"),
            Map.entry("tokenFile", "left out: no file is read; use token"),
            Map.entry("client-certificate", "left out: no file is read; use client-certificate-data"),
            Map.entry("client-key", "left out: no file is read; use client-key-data"),
            Map.entry("username", "left out: use token"),
            Map.entry("password", "left out: use token"),
            Map.entry("as", "left out: the service impersonates accounts of tenants itself"),
            Map.entry("certificate-authority", "left out: no file is read; use certificate-authority-data"),
            Map.entry("insecure-skip-tls-verify", "false or left out; use certificate-authority-data"),
            Map.entry("proxy-url", "left out: members are reached directly"),
            Map.entry("tls-server-name", "left out: the certificate must hold the host of the server's URL")));

    private MemberKubeconfigReader() {}

    /**
     * Returns the configuration of a client.
     *
     * @throws MemberProblemException if a field is missing or not allowed
     */
    static Config read(String text) {
        JsonNode root = parse(text);
        JsonNode context = named(root, "contexts", required(root, "current-context", FIELD), "context");
        String path = FIELD + ".contexts[].context";
        JsonNode cluster = named(root, "clusters", required(context, "cluster", path), "cluster");
        JsonNode user = named(root, "users", required(context, "user", path), "user");
        check(cluster, FIELD + ".clusters[].cluster", CLUSTER);
        check(user, FIELD + ".users[].user", USER);
        return MemberClientConfigBuilder.config(
                required(cluster, "server", FIELD + ".clusters[].cluster"),
                FIELD + ".clusters[].cluster.server",
                text(cluster, "certificate-authority-data"),
                text(user, "token"),
                text(user, "client-certificate-data"),
                text(user, "client-key-data"));
    }

    private static JsonNode parse(String text) {
        if (text.length() > LARGEST) {
            throw new MemberProblemException(FIELD, text.length() + " characters long", "at most " + LARGEST);
        }
        try {
            JsonNode root = YAML.unmarshal(text, JsonNode.class);
            if (root != null && root.isObject()) {
                return root;
            }
        } catch (RuntimeException noYaml) {
            // The text may hold a token, so no part of it is shown.
        }
        throw new MemberProblemException(FIELD, "no YAML object", "a kubeconfig");
    }

    private static JsonNode named(JsonNode root, String list, String name, String field) {
        for (JsonNode each : root.path(list)) {
            if (each.path("name").asText().equals(name) && each.path(field).isObject()) {
                return each.path(field);
            }
        }
        throw new MemberProblemException(
                FIELD + "." + list, "without an entry " + name, "a list with the entry that current-context leads to");
    }

    private static void check(JsonNode object, String path, Set<String> allowed) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String name = field.getKey();
            boolean isOff = name.equals("insecure-skip-tls-verify")
                    && field.getValue().isBoolean()
                    && !field.getValue().asBoolean();
            if (!allowed.contains(name) && !IGNORED.contains(name) && !isOff) {
                throw new MemberProblemException(
                        path + "." + name,
                        "set",
                        REFUSED.getOrDefault(name, "left out: known are " + String.join(", ", allowed)));
            }
        }
    }

    private static String required(JsonNode object, String field, String path) {
        String text = text(object, field);
        if (text.isEmpty()) {
            throw new MemberProblemException(path + "." + field, "missing", "a text");
        }
        return text;
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).isTextual() ? object.path(field).asText() : "";
    }
}
