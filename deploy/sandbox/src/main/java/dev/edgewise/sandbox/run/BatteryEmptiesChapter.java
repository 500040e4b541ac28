package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The battery of a node empties: functions leave it. */
final class BatteryEmptiesChapter implements StoryChapter {
    private static final double EMPTY = 6;
    private static final double STEP = 12;
    private static final Duration LEFT_WITHIN = Duration.ofSeconds(240);

    @Override
    public String title() {
        return "A battery empties";
    }

    @Override
    public boolean play(StoryChapterContext stage) throws InterruptedException {
        List<Pod> functions = stage.running("faas_function", "cart");
        if (functions.isEmpty()) {
            stage.say("No function runs.");
            return false;
        }
        String node = functions.get(0).getSpec().getNodeName();
        stage.say(
                "%s has %.0f %% of its charge and runs %d functions.",
                node, stage.batteries().percent(node), on(stage, node));
        while (stage.batteries().percent(node) > EMPTY) {
            stage.batteries().set(node, Math.max(EMPTY, stage.batteries().percent(node) - STEP));
            TimeUnit.SECONDS.sleep(1);
        }
        stage.say("%s is down to %.0f %%.", node, EMPTY);
        boolean left = stage.await(LEFT_WITHIN, () -> on(stage, node) == 0);
        stage.say(left ? "All functions have left %s." : "Functions still run on %s.", node);
        return left;
    }

    private static long on(StoryChapterContext stage, String node) {
        return stage.running("faas_function", "cart").stream()
                .filter(pod -> node.equals(pod.getSpec().getNodeName()))
                .count();
    }
}
