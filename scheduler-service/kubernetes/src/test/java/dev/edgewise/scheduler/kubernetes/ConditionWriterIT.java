package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.scheduler.kubernetes.watch.PodConverter;
import dev.edgewise.scheduler.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More rejected pods than are remembered: none of those that wait for their write is lost. */
class ConditionWriterIT extends ClusterIT {
    private static Pod gone(String name) {
        io.fabric8.kubernetes.api.model.Pod pod = KubernetesObjects.pod(name);
        pod.getMetadata().setUid(name);
        return PodConverter.convert(pod);
    }

    @Test
    void everyRejectedPodThatWaitsIsWritten() {
        ConditionWriter conditions = new ConditionWriter(api, retries, Clock.systemUTC());
        // Gone by the time of their write, as the API server says; each is rejected twice, and so more often than those
        // below.
        for (int round = 0; round < 2; round++) {
            String message = "round " + round;
            IntStream.range(0, 11_000)
                    .mapToObj(i -> gone("gone-" + i))
                    .forEach(pod -> conditions.expect(pod, "Unschedulable", message));
        }
        List<Pod> pods = IntStream.range(0, 200)
                .mapToObj(i -> client.resource(KubernetesObjects.pod("p-" + i)).create())
                .map(PodConverter::convert)
                .toList();

        pods.forEach(pod -> conditions.expect(pod, "Unschedulable", "no node"));
        pods.forEach(conditions::write);

        assertThat(pods).allSatisfy(pod -> assertThat(message(pod)).contains("no node"));
    }

    private Optional<String> message(Pod pod) {
        return actual(pod.key().name()).getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled"))
                .map(PodCondition::getMessage)
                .findFirst();
    }
}
