package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Records in which clusters requests have objects, independently of what global-scheduler says about them. For one
 * thread.
 */
final class RequestClusterRecorder {
    private static final String SET = "ClusterSet";

    private final Map<String, Set<String>> expected;
    private final Set<String> mistakes = new TreeSet<>();
    private Set<String> before = Set.of();

    /** @param expected clusters in which each request has to run, by its name; requests without are not compared */
    RequestClusterRecorder(Map<String, Set<String>> expected) {
        this.expected = Map.copyOf(expected);
    }

    /**
     * Looks at one moment. The clusters are read one after the other, so a request is in two clusters at a time if it
     * has pods in both that were there at the last look, too.
     *
     * @param requests as {@code GET /api/v1/requests} lists them
     * @param objects what requests have in each cluster
     */
    void look(List<JsonNode> requests, Map<String, List<HasMetadata>> objects) {
        Set<String> now = new HashSet<>();
        Map<String, Set<String>> stayed = new TreeMap<>();
        objects.forEach((cluster, all) -> all.forEach(object -> {
            String key = cluster + "/" + object.getMetadata().getUid();
            if (object instanceof Pod && object.getMetadata().getDeletionTimestamp() == null) {
                now.add(key);
                if (before.contains(key)) {
                    stayed.computeIfAbsent(uid(object), none -> new TreeSet<>()).add(cluster);
                }
            }
        }));
        for (JsonNode request : requests) {
            Set<String> clusters = stayed.getOrDefault(request.path("uid").asText(), Set.of());
            if (clusters.size() > 1
                    && !request.path("policy").path("type").asText().equals(SET)) {
                mistakes.add(name(request) + " had pods in " + String.join(" and ", clusters) + " at a time");
            }
        }
        before = now;
    }

    private static String uid(HasMetadata object) {
        return object.getMetadata().getLabels().getOrDefault(Names.REQUEST_LABEL, "");
    }

    private static String name(JsonNode request) {
        return request.path("name").asText();
    }

    /**
     * Compares where requests have objects in the end with where they should be; returns how many run where they
     * should.
     */
    int compare(List<JsonNode> requests, Map<String, List<HasMetadata>> objects) {
        int right = 0;
        for (JsonNode request : requests) {
            Set<String> wanted = expected.getOrDefault(name(request), chosen(request));
            Set<String> runs = new TreeSet<>();
            Set<String> has = new TreeSet<>();
            objects.forEach((cluster, all) -> all.stream()
                    .filter(object -> uid(object).equals(request.path("uid").asText()))
                    .forEach(object -> {
                        has.add(cluster);
                        if (isRunning(object)) {
                            runs.add(cluster);
                        }
                    }));
            if (runs.equals(wanted) && has.equals(wanted) && chosen(request).equals(wanted)) {
                right++;
            } else {
                mistakes.add("%s runs in %s and has objects in %s instead of %s"
                        .formatted(name(request), runs, has, wanted));
            }
        }
        return right;
    }

    private static boolean isRunning(HasMetadata object) {
        return object instanceof Pod pod
                && pod.getStatus() != null
                && "Running".equals(pod.getStatus().getPhase())
                && pod.getMetadata().getDeletionTimestamp() == null;
    }

    private static Set<String> chosen(JsonNode request) {
        Set<String> chosen = new TreeSet<>();
        request.path("chosen").forEach(cluster -> chosen.add(cluster.asText()));
        return chosen;
    }

    Set<String> mistakes() {
        return mistakes;
    }
}
