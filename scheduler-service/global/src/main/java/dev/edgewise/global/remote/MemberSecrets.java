package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the Secret of a member: a kubeconfig, or a token for the server of a ClusterProfile. */
final class MemberSecrets {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Set<String> FIELDS = Set.of("kubeconfig", "token");

    private MemberSecrets() {}

    /** Returns the member's name; empty if it has none. */
    static String name(Secret secret) {
        Map<String, String> labels = secret.getMetadata().getLabels();
        return labels == null ? "" : labels.getOrDefault(GlobalRequestObjectNames.CLUSTER_LABEL, "");
    }

    /** Returns the ClusterProfile that gives the address, {@code namespace/name}; empty for none. */
    static String profile(Secret secret) {
        Map<String, String> notes = secret.getMetadata().getAnnotations();
        return notes == null ? "" : notes.getOrDefault(GlobalRequestObjectNames.PROFILE_ANNOTATION, "");
    }

    /** Returns the uids of clusters that had the member's name and are to be forgotten. */
    static Set<String> forgotten(Secret secret) {
        Map<String, String> notes = secret.getMetadata().getAnnotations();
        String text = notes == null ? "" : notes.getOrDefault(GlobalRequestObjectNames.FORGET_ANNOTATION, "");
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(uid -> !uid.isEmpty())
                .collect(Collectors.toSet());
    }

    /** Whether the Secret says nothing but what is to be forgotten: it makes no member. */
    static boolean isForgetting(Secret secret) {
        Map<String, String> data = Objects.requireNonNullElse(secret.getData(), Map.of());
        return !forgotten(secret).isEmpty()
                && profile(secret).isEmpty()
                && FIELDS.stream().noneMatch(data::containsKey);
    }

    /**
     * Reads the Secret. The connection does not depend on annotations that cannot be read: what runs in the member is
     * looked at and deleted as before.
     *
     * @param profiles finds a ClusterProfile by {@code namespace/name}; null if there is none
     * @param before the settings that the member had; an annotation that cannot be read keeps its value
     */
    static MemberDefinition read(Secret secret, Function<String, @Nullable JsonNode> profiles, MemberSettings before) {
        String name = name(secret);
        Map<String, String> data = Objects.requireNonNullElse(secret.getData(), Map.of());
        String profileName = profile(secret);
        JsonNode profile = profileName.isEmpty() ? null : profiles.apply(profileName);
        String material = profileName + "\n"
                + (profile == null ? "" : profile.path("status").path("accessProviders")) + "\n"
                + FIELDS.stream()
                        .sorted()
                        .map(field -> data.getOrDefault(field, ""))
                        .toList();
        MemberSettings settings = MemberSettingsReader.read(
                secret.getMetadata().getAnnotations(), secret.getMetadata().getLabels(), before);
        try {
            if (!NAME.matcher(name).matches()) {
                throw new MemberProblemException(
                        "metadata.labels[" + GlobalRequestObjectNames.CLUSTER_LABEL + "]",
                        name,
                        "small letters, digits and '-'");
            }
            var config = profileName.isEmpty()
                    ? MemberKubeconfigReader.read(text(data, "kubeconfig"))
                    : ClusterProfileReader.config(
                            profileName, profile, text(data, "token").strip());
            return new MemberDefinition(name, material, settings, config, "");
        } catch (MemberProblemException problem) {
            return new MemberDefinition(name, material, settings, null, String.valueOf(problem.getMessage()));
        }
    }

    private static String text(Map<String, String> data, String field) {
        String encoded = data.get(field);
        if (encoded == null || encoded.isEmpty()) {
            throw new MemberProblemException("data." + field, "missing", "a text");
        }
        try {
            return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException wrong) {
            throw new MemberProblemException("data." + field, "no base64", "a text in base64");
        }
    }
}
