package dev.edgewise.scheduler.decisions;

import static dev.edgewise.scheduler.testing.TestPods.pod;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.ScoredNode;
import dev.edgewise.scheduler.framework.SignalEvidence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decisions for tests. */
final class Decisions {
    static final Instant SNAPSHOT_AT = Instant.parse("2026-01-01T00:00:00Z");

    private Decisions() {}

    static Decision placed(String pod, String node) {
        return new Decision(
                pod(pod).build(),
                "edgewise",
                SNAPSHOT_AT,
                node,
                "Successfully assigned default/" + pod + " to " + node,
                30,
                7,
                Map.of(),
                Set.of(),
                List.of(new ScoredNode(node, List.of(new ScoredNode.Part("Delay", 0.75, 5)), 0.75)),
                List.of(new SignalEvidence("rtt", "n1", Duration.ofMillis(1500), SignalEvidence.State.FRESH)));
    }

    static Decision unschedulable(String pod) {
        return new Decision(
                pod(pod).build(),
                "custom-scheduler",
                SNAPSHOT_AT,
                null,
                "0/30 nodes are available: 30 Insufficient cpu.",
                30,
                0,
                Map.of("Insufficient cpu", 30),
                Set.of("NodeResourcesFit"),
                List.of(),
                List.of());
    }
}
