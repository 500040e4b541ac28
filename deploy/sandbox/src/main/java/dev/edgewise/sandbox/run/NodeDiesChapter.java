package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A node is switched off: each of its pods restarts on the node that was announced as its backup. */
final class NodeDiesChapter implements StoryChapter {
    private static final Duration PROTECTED_WITHIN = Duration.ofSeconds(240);
    /** A lease is old after 40 s, and recovery has 2 s of grace; the rest is for slow machines. */
    private static final Duration RESTARTED_WITHIN = Duration.ofSeconds(240);

    private final String label;
    private final String value;

    /** Dies: the first node that runs a pod with this label. */
    NodeDiesChapter(String label, String value) {
        this.label = label;
        this.value = value;
    }

    @Override
    public String title() {
        return "A node dies";
    }

    @Override
    public boolean play(StoryChapterContext stage) throws InterruptedException {
        List<Pod> candidates = stage.running(label, value);
        if (candidates.isEmpty()) {
            stage.say("No pod with the label %s=%s runs.", label, value);
            return false;
        }
        String node = candidates.get(0).getSpec().getNodeName();
        List<Pod> lost = stage.runningOn(node);
        Map<String, String> backups = new HashMap<>();
        if (!stage.await(PROTECTED_WITHIN, () -> backupsOf(stage, lost, backups))) {
            stage.say("%s: only %d of its %d pods are protected.", node, backups.size(), lost.size());
            return false;
        }
        for (Pod pod : lost) {
            String backup = backups.getOrDefault(name(pod), "no node");
            stage.say("%s runs on %s; if that fails, it restarts on %s.", name(pod), node, backup);
        }
        Set<String> before = uids(stage.running(Workloads.RUN, stage.stage().run()));
        stage.power(node, false);
        stage.say("%s is switched off. Kubernetes notices it when its Lease is 40 s old.", node);
        boolean restarted = stage.await(RESTARTED_WITHIN, () -> restarted(stage, lost, before) >= lost.size());
        long asAnnounced = announced(stage, lost, before, backups);
        stage.say(
                "%d of %d pods run again, %d where it was announced.",
                restarted(stage, lost, before), lost.size(), asAnnounced);
        stage.power(node, true);
        return restarted && asAnnounced == lost.size();
    }

    /** Adds the announced backups; returns whether all pods have one. */
    private static boolean backupsOf(StoryChapterContext stage, List<Pod> pods, Map<String, String> backups)
            throws InterruptedException {
        for (JsonNode each :
                ServiceHttpClient.items(stage.service("scheduler-service", "/"), "/api/v1/recovery/pods")) {
            String backup = each.path("backup").asText("");
            if (!backup.isEmpty() && !backup.equals("null")) {
                backups.put(each.path("pod").asText(), backup);
            }
        }
        return pods.stream().allMatch(pod -> backups.containsKey(name(pod)));
    }

    private static long restarted(StoryChapterContext stage, List<Pod> lost, Set<String> before) {
        Set<String> owners = lost.stream().map(NodeDiesChapter::owner).collect(Collectors.toSet());
        return replacements(stage, before).stream()
                .filter(pod -> owners.contains(owner(pod)))
                .count();
    }

    /** Counts the lost pods for which a new one of the same owner runs on the announced node. */
    private static long announced(
            StoryChapterContext stage, List<Pod> lost, Set<String> before, Map<String, String> backups) {
        Map<String, Long> there = replacements(stage, before).stream()
                .collect(Collectors.groupingBy(
                        pod -> owner(pod) + '@' + pod.getSpec().getNodeName(), Collectors.counting()));
        Map<String, Long> wanted = lost.stream()
                .collect(
                        Collectors.groupingBy(pod -> owner(pod) + '@' + backups.get(name(pod)), Collectors.counting()));
        return wanted.entrySet().stream()
                .mapToLong(each -> Math.min(each.getValue(), there.getOrDefault(each.getKey(), 0L)))
                .sum();
    }

    private static List<Pod> replacements(StoryChapterContext stage, Set<String> before) {
        return stage.running(Workloads.RUN, stage.stage().run()).stream()
                .filter(pod -> !before.contains(pod.getMetadata().getUid()))
                .toList();
    }

    private static Set<String> uids(List<Pod> pods) {
        return pods.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getNamespace() + '/' + pod.getMetadata().getName();
    }

    private static String owner(Pod pod) {
        return pod.getMetadata().getOwnerReferences().stream()
                .map(OwnerReference::getUid)
                .findFirst()
                .orElse("");
    }
}
