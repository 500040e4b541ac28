package dev.edgewise.rewards.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodConverterTest {
    private static PodFacts read(String json) throws Exception {
        return PodConverter.pod(TrimmedObjectMapper.create().readValue(json, Pod.class));
    }

    @Test
    void whatOutcomesGoByIsRead() throws Exception {
        PodFacts pod = read(
                """
                {"metadata": {"name": "cart-5d6f-x", "namespace": "shop", "uid": "u-1", "deletionTimestamp": "2026-11-23T00:00:09Z",
                   "labels": {"pod-template-hash": "5d6f"},
                   "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "cart-5d6f", "uid": "r", "controller": true}]},
                 "spec": {"nodeName": "edge-1", "containers": [{"name": "main", "image": "cart:1"}]},
                 "status": {"phase": "Running", "reason": "Evicted", "message": "disk",
                   "conditions": [
                     {"type": "PodScheduled", "status": "True", "lastTransitionTime": "2026-11-23T00:00:01Z"},
                     {"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"}],
                   "initContainerStatuses": [{"name": "init", "state": {"terminated": {"exitCode": 0, "reason": "Completed"}}}],
                   "containerStatuses": [{"name": "main", "restartCount": 2,
                     "state": {"waiting": {"reason": "CrashLoopBackOff", "message": "back-off"}},
                     "lastState": {"terminated": {"exitCode": 137, "reason": "OOMKilled",
                       "startedAt": "2026-11-23T00:00:03Z", "finishedAt": "2026-11-23T00:00:05+00:00"}}}]}}
                """);

        assertThat(pod.fullName()).isEqualTo("shop/cart-5d6f-x");
        assertThat(pod.type()).isEqualTo("shop.cart");
        assertThat(pod)
                .extracting(PodFacts::uid, PodFacts::node, PodFacts::phase, PodFacts::reason, PodFacts::message)
                .containsExactly("u-1", "edge-1", "Running", "Evicted", "disk");
        assertThat(pod.disruption()).isEqualTo("PreemptionByScheduler");
        assertThat(pod.isDeleted()).isTrue();
        assertThat(pod.isJob()).isFalse();
        assertThat(pod.bound()).as("of one that is not over").isNull();
        assertThat(pod.containers())
                .containsExactly(
                        new ContainerFacts(
                                "main",
                                false,
                                2,
                                "CrashLoopBackOff",
                                "back-off",
                                null,
                                null,
                                new ContainerFacts.Ending(
                                        137,
                                        "OOMKilled",
                                        Instant.parse("2026-11-23T00:00:03Z"),
                                        Instant.parse("2026-11-23T00:00:05Z"))),
                        new ContainerFacts(
                                "init",
                                true,
                                0,
                                "",
                                "",
                                null,
                                new ContainerFacts.Ending(0, "Completed", null, null),
                                null));
    }

    /** A pod whose containers do not show when they ended was last known at this moment. */
    @Test
    void whenAPodWasBoundIsKeptOnceItIsOver() throws Exception {
        assertThat(
                        read(
                                """
                                {"metadata": {"name": "a", "namespace": "n", "uid": "u"}, "status": {"phase": "Failed", "conditions": [
                                  {"type": "PodScheduled", "status": "True", "lastTransitionTime": "2026-11-23T00:00:01Z"}]}}
                                """))
                .extracting(PodFacts::bound)
                .isEqualTo(Instant.parse("2026-11-23T00:00:01Z"));
    }

    @Test
    void aJobsPodIsKnown() throws Exception {
        assertThat(
                        read(
                                """
                                {"metadata": {"name": "a", "namespace": "n", "uid": "u", "ownerReferences":
                                  [{"apiVersion": "batch/v1", "kind": "Job", "name": "import", "uid": "j", "controller": true}]}}
                                """))
                .matches(PodFacts::isJob)
                .extracting(PodFacts::type)
                .isEqualTo("n.import");
    }

    /** Callers may write any text into pods; impossible values are left out, and nothing grows with them. */
    @Test
    void hostilePodsAreReadAsFarAsTheyMakeSense() throws Exception {
        PodFacts pod = read(
                """
                {"metadata": {"name": "a", "namespace": "n", "uid": "u",
                   "labels": {"app": "%s"}, "ownerReferences": [{"kind": "X", "controller": true}]},
                 "status": {"phase": "Failed", "message": "%s", "conditions": [{"type": "PodScheduled", "status": "True", "lastTransitionTime": "soon"}],
                   "containerStatuses": [{"name": "c", "restartCount": -7, "state": {"running": {"startedAt": "yesterday"}}},
                     {"state": {"terminated": {}}}]}}
                """
                        .formatted("l".repeat(63), "m".repeat(32_000)));

        assertThat(pod.type()).isEqualTo("n." + "l".repeat(63));
        assertThat(pod.message()).hasSize(200);
        assertThat(pod.bound()).isNull();
        assertThat(pod.containers()).extracting(ContainerFacts::restarts).containsExactly(0, 0);
        assertThat(pod.containers()).allMatch(each -> each.running() == 0);
        assertThat(read("{\"metadata\": {\"name\": \"a\", \"namespace\": \"n\", \"uid\": \"u\"}}"))
                .isEqualTo(new PodFacts(PodUid.of("u"), "a", "n.a", "", "", "", "", "", false, false, null, List.of()));
        assertThatThrownBy(() -> read("{\"metadata\": {\"name\": \"a\", \"namespace\": \"n\"}}"))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessage("metadata.uid is nothing: must be a text that is not empty");
    }
}
