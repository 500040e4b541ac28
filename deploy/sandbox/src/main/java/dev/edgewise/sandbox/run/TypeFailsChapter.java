package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One node fails the pods of a type from the beginning of the story: in the end it is closed to that type. */
final class TypeFailsChapter implements StoryChapter {
    private static final String TYPE = "default.demo";
    private static final Duration CRASH_AFTER = Duration.ofSeconds(5);
    private static final Duration LEARNED_WITHIN = Duration.ofSeconds(240);

    private Optional<String> node = Optional.empty();

    @Override
    public String title() {
        return "A type fails on a node";
    }

    /** Lets a node fail, so that reward-monitor has seen enough when the chapter comes. */
    void begin(StoryChapterContext stage) {
        List<Pod> pods = stage.running("podtype", "demo");
        node = pods.stream().map(pod -> pod.getSpec().getNodeName()).findFirst();
        node.ifPresent(name -> {
            stage.crashOn(name, CRASH_AFTER);
            stage.say("From now on containers of the type demo crash on %s after %d s.", name, CRASH_AFTER.toSeconds());
        });
    }

    @Override
    public boolean play(StoryChapterContext stage) throws InterruptedException {
        if (node.isEmpty()) {
            stage.say("No pod of the type demo runs.");
            return false;
        }
        URI cell = stage.service("reward-monitor", "/api/v1/rewards/" + TYPE + "/" + node.get());
        boolean learned = stage.await(LEARNED_WITHIN, () -> isClosed(cell));
        String why = ServiceHttpClient.get(cell)
                .map(answer -> answer.path("why").asText(""))
                .orElse("");
        stage.say("%s is %s to the type demo. %s", node.get(), learned ? "closed" : "still open", why);
        return learned;
    }

    private static boolean isClosed(URI cell) throws InterruptedException {
        return ServiceHttpClient.get(cell)
                .map(answer -> answer.path("reward").path("state"))
                .map(JsonNode::asText)
                .filter(state -> state.equals("quarantined") || state.equals("probation"))
                .isPresent();
    }
}
