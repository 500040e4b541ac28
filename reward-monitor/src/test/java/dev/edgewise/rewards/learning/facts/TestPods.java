package dev.edgewise.rewards.learning.facts;

import dev.edgewise.rewards.learning.facts.ContainerFacts.Ending;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Facts of pods as the API tells them. */
public final class TestPods {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private TestPods() {}

    public static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    public static PodFacts pod(String uid, String type, String node, String phase, ContainerFacts... containers) {
        return new PodFacts(
                PodUid.of(uid), uid, type, node, phase, "", "", "", false, false, at(0), List.of(containers));
    }

    public static PodFacts failed(String uid, String type, String node, String reason, ContainerFacts... containers) {
        return new PodFacts(
                PodUid.of(uid), uid, type, node, "Failed", reason, "", "", false, false, at(0), List.of(containers));
    }

    public static PodFacts deleted(PodFacts pod) {
        return new PodFacts(
                pod.id(),
                pod.name(),
                pod.type(),
                pod.node(),
                pod.phase(),
                pod.reason(),
                pod.message(),
                pod.disruption(),
                pod.isJob(),
                true,
                pod.bound(),
                pod.containers());
    }

    public static PodFacts disrupted(PodFacts pod, String reason) {
        return new PodFacts(
                pod.id(),
                pod.name(),
                pod.type(),
                pod.node(),
                pod.phase(),
                pod.reason(),
                pod.message(),
                reason,
                pod.isJob(),
                pod.isDeleted(),
                pod.bound(),
                pod.containers());
    }

    public static PodFacts running(String uid, String type, String node, long since) {
        return pod(uid, type, node, "Running", runs(0, since, null));
    }

    /** A Job's pod that took from one second to another. */
    public static PodFacts completed(String uid, String type, String node, long from, long to) {
        ContainerFacts container = ends(0, new Ending(0, "Completed", at(from), at(to)));
        return new PodFacts(
                PodUid.of(uid), uid, type, node, "Succeeded", "", "", "", true, false, at(from), List.of(container));
    }

    public static ContainerFacts runs(int restarts, long since, @Nullable Ending before) {
        return new ContainerFacts("app", false, restarts, "", "", at(since), null, before);
    }

    public static ContainerFacts ends(int restarts, Ending ending) {
        return new ContainerFacts("app", false, restarts, "", "", null, ending, null);
    }

    public static ContainerFacts waits(int restarts, String reason, @Nullable Ending before) {
        return new ContainerFacts("app", false, restarts, reason, "", null, null, before);
    }

    public static Ending crash(long from, long to) {
        return new Ending(1, "Error", at(from), at(to));
    }
}
