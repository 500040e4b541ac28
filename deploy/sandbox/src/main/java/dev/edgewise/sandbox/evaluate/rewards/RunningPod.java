package dev.edgewise.sandbox.evaluate.rewards;

import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodUid;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod on a node.
 *
 * @param began in s
 * @param ends in s
 * @param fails whether that is a failure
 * @param byNode whether the node is to blame
 */
record RunningPod(RetriedPodTask task, String uid, int node, int began, int ends, boolean fails, boolean byNode) {
    /** Pod as the API shows it while it runs. */
    PodFacts running() {
        return facts("Running", Instant.ofEpochSecond(began), null);
    }

    /** Pod as the API shows it once it has ended. */
    PodFacts ended() {
        ContainerFacts.Ending ending = new ContainerFacts.Ending(
                fails ? 1 : 0,
                fails ? "Error" : "Completed",
                Instant.ofEpochSecond(began),
                Instant.ofEpochSecond(ends));
        return facts(fails ? "Failed" : "Succeeded", null, ending);
    }

    private PodFacts facts(String phase, @Nullable Instant running, ContainerFacts.@Nullable Ending ending) {
        ContainerFacts container = new ContainerFacts("app", false, 0, "", "", running, ending, null);
        return new PodFacts(
                PodUid.of(uid),
                uid,
                task.kind.type(),
                SimulatedCluster.name(node),
                phase,
                "",
                "",
                "",
                task.kind.isJob(),
                false,
                Instant.ofEpochSecond(began),
                List.of(container));
    }
}
