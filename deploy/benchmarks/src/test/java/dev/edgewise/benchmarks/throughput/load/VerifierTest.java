package dev.edgewise.benchmarks.throughput.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerifierTest {
    private static final PlacedPod A = new PlacedPod("a", "node-0");
    private static final PlacedPod B = new PlacedPod("b", "node-1");

    /** Two nodes with room for one pod each. */
    private final Verifier verifier = new Verifier(List.of("node-0", "node-1"), 1);

    @Test
    void everyPodOnceWithinRoomAndTold() {
        assertThat(verifier.violations(List.of("a", "b"), List.of(B, A), reported("a to node-0", "b to node-1")))
                .isEmpty();
    }

    @Test
    void namesNodesThatAreTooFull() {
        PlacedPod beside = new PlacedPod("b", "node-0");

        assertThat(verifier.violations(List.of("a", "b"), List.of(A, beside), reported("a to node-0", "b to node-0")))
                .containsExactly("node node-0 has 2 pods, allocatable are 1");
    }

    @Test
    void namesPodsThatAreUnboundGoneOrOfOthers() {
        List<PlacedPod> pods = List.of(new PlacedPod("a", ""), new PlacedPod("x", "node-1"));

        assertThat(verifier.violations(List.of("a", "b"), pods, Map.of()))
                .containsExactly(
                        "pod a is bound to '', which is no node", "pod x is not of this burst", "pod b is gone");
    }

    @Test
    void eachPodIsToldOfOnceAndTruly() {
        Map<String, List<String>> twice =
                Map.of("a", List.of("Successfully assigned n/a to node-0", "Successfully assigned n/a to node-1"));

        assertThat(verifier.violations(List.of("a", "b"), List.of(A, B), twice))
                .containsExactly("pod a has 2 Scheduled events", "pod b has 0 Scheduled events");
        assertThat(verifier.violations(List.of("a"), List.of(A), reported("a to node-1")))
                .containsExactly("pod a is on node-0, its event says: Successfully assigned n/a to node-1");
    }

    private static Map<String, List<String>> reported(String... assignments) {
        Map<String, List<String>> messages = new HashMap<>();
        for (String assignment : assignments) {
            messages.put(assignment.split(" ")[0], List.of("Successfully assigned n/" + assignment));
        }
        return messages;
    }
}
