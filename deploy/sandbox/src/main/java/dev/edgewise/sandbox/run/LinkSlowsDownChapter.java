package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;

/** A link slows down: the pod behind it does not meet its need any more, and moves. */
final class LinkSlowsDownChapter implements StoryChapter {
    private static final String REFERENCE = "edge-1";
    private static final double MOST_MS = 10;
    private static final double SLOW_MS = 80;
    private static final Duration SEEN_WITHIN = Duration.ofSeconds(120);
    private static final Duration MOVED_WITHIN = Duration.ofSeconds(240);

    @Override
    public String title() {
        return "A link slows down";
    }

    @Override
    public boolean play(StoryChapterContext stage) throws InterruptedException {
        Optional<Pod> chosen = stage.running("app", "camera").stream()
                .filter(pod -> !pod.getSpec().getNodeName().equals(REFERENCE))
                .findFirst();
        if (chosen.isEmpty()) {
            stage.say("No pod of camera runs beside %s.", REFERENCE);
            return false;
        }
        String pod = "default/" + chosen.get().getMetadata().getName();
        String node = chosen.get().getSpec().getNodeName();
        stage.say(
                "%s runs on %s, %.1f ms from %s, where it needs %.0f.",
                pod, node, stage.links().between(node, REFERENCE), REFERENCE, MOST_MS);
        stage.links().slow(node, REFERENCE, SLOW_MS);
        stage.say("The link between them slows down to %.0f ms.", SLOW_MS);
        if (!stage.await(SEEN_WITHIN, () -> isViolated(stage, pod))) {
            stage.say("scheduler-service lists no broken need of %s.", pod);
            return false;
        }
        stage.say("scheduler-service lists its need as broken; function-offloader moves it.");
        boolean moved = stage.await(MOVED_WITHIN, () -> areNear(stage));
        stage.running("app", "camera")
                .forEach(each -> stage.say(
                        "default/%s runs on %s, %.1f ms from %s.",
                        each.getMetadata().getName(),
                        each.getSpec().getNodeName(),
                        stage.links().between(each.getSpec().getNodeName(), REFERENCE),
                        REFERENCE));
        return moved;
    }

    private static boolean isViolated(StoryChapterContext stage, String pod) throws InterruptedException {
        return ServiceHttpClient.items(stage.service("scheduler-service", "/"), "/api/v1/violations").stream()
                .anyMatch(violation -> violation.path("pod").asText().equals(pod));
    }

    private static boolean areNear(StoryChapterContext stage) {
        var pods = stage.running("app", "camera");
        return pods.size() == 3
                && pods.stream()
                        .allMatch(pod -> stage.links().between(pod.getSpec().getNodeName(), REFERENCE) <= MOST_MS);
    }
}
