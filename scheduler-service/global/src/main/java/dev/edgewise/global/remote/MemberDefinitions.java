package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The members as Secrets and ClusterProfiles define them. A Secret is read again only if it changes, or the
 * ClusterProfile that it names. Not thread-safe.
 */
final class MemberDefinitions {
    private static final Logger LOG = LoggerFactory.getLogger(MemberDefinitions.class);

    private final Map<String, Entry> entries = new TreeMap<>();
    private final Map<String, JsonNode> profiles = new HashMap<>();
    /** The Secrets that are ignored, each with its cluster: another Secret defines that. */
    private Map<String, String> ignored = Map.of();

    /**
     * A Secret and what was read of it.
     *
     * @param definition null if the Secret makes no member
     * @param forgotten uids of clusters that are to be forgotten
     */
    private record Entry(Secret secret, @Nullable MemberDefinition definition, Set<String> forgotten) {}

    void secret(Secret secret) {
        String name = secret.getMetadata().getName();
        Entry before = entries.get(name);
        String version = secret.getMetadata().getResourceVersion();
        if (before == null
                || version == null
                || !version.equals(before.secret().getMetadata().getResourceVersion())) {
            entries.put(name, read(secret, before));
        }
    }

    void secretGone(String name) {
        entries.remove(name);
    }

    /** @param name {@code namespace/name} */
    void profile(String name, JsonNode profile) {
        profiles.put(name, profile);
        readAgain(name);
    }

    /** @param name {@code namespace/name} */
    void profileGone(String name) {
        profiles.remove(name);
        readAgain(name);
    }

    private void readAgain(String profile) {
        entries.replaceAll((name, entry) ->
                MemberSecrets.profile(entry.secret()).equals(profile) ? read(entry.secret(), entry) : entry);
    }

    private Entry read(Secret secret, @Nullable Entry before) {
        Set<String> forgotten = MemberSecrets.forgotten(secret);
        if (MemberSecrets.isForgetting(secret)) {
            return new Entry(secret, null, forgotten);
        }
        MemberDefinition last = before == null ? null : before.definition();
        boolean isSame = last != null && last.name().equals(MemberSecrets.name(secret));
        MemberSettings settings = last != null && isSame ? last.settings() : MemberSettings.DEFAULT;
        MemberDefinition definition = MemberSecrets.read(secret, profiles::get, settings);
        String problem = definition.settings().problem();
        if (!problem.isEmpty() && !problem.equals(settings.problem())) {
            LOG.warn(
                    "Annotations of a member's Secret cannot be read; secret={} cluster={} cause={}",
                    secret.getMetadata().getName(),
                    definition.name(),
                    problem);
        }
        return new Entry(secret, definition, forgotten);
    }

    /**
     * Returns the definitions by the names of the members. Of two Secrets for one member, the first by its own name
     * counts.
     */
    Map<String, MemberDefinition> byCluster() {
        Map<String, MemberDefinition> found = new TreeMap<>();
        Map<String, String> others = new TreeMap<>();
        entries.forEach((name, entry) -> {
            MemberDefinition definition = entry.definition();
            if (definition != null && found.putIfAbsent(definition.name(), definition) != null) {
                others.put(name, definition.name());
            }
        });
        others.forEach((name, cluster) -> {
            if (!cluster.equals(ignored.get(name))) {
                LOG.warn(
                        "Two Secrets are for one member cluster, the second is ignored; secret={} cluster={}",
                        name,
                        cluster);
            }
        });
        ignored = others;
        return found;
    }

    /** Returns the uids of clusters that are to be forgotten, by the name that they had. */
    Map<String, Set<String>> forgotten() {
        Map<String, Set<String>> uids = new TreeMap<>();
        entries.values().forEach(entry -> {
            if (!entry.forgotten().isEmpty()) {
                uids.computeIfAbsent(MemberSecrets.name(entry.secret()), none -> new TreeSet<>())
                        .addAll(entry.forgotten());
            }
        });
        return uids;
    }
}
