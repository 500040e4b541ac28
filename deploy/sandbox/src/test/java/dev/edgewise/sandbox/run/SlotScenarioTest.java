package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.common.Names;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The parts of the scenario of batch slots: run times, table, checks and outcome. */
class SlotScenarioTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Two nodes of two slots: 0 and 2 are on edge-2, 1 and 3 on edge-3. */
    private static final String TESTBED = "{'name': 'tb', 'slots': ["
            + "{'position': 0, 'node': 'edge-2', 'state': 'OCCUPIED', 'reservedFor': 'digest'},"
            + "{'position': 1, 'node': 'edge-3', 'state': 'FREE', 'reservedFor': null},"
            + "{'position': 2, 'node': 'edge-2', 'state': 'RESERVED', 'reservedFor': 'compress'},"
            + "{'position': 3, 'node': 'edge-3', 'state': 'LOST', 'reservedFor': null}]}";

    private static final String SCHEDULING = "{'name': 's1', 'testbed': 'tb', 'slots': {'mode': 'strict', 'jobs': ["
            + "{'name': 'digest', 'slots': [0]}, {'name': 'compress', 'slots': [2]}, {'name': 'disk', 'slots': [1]}]},"
            + " 'jobs': [{'job': 'digest', 'stage': '%s'}]}";

    private static List<JsonNode> json(String... texts) {
        List<JsonNode> all = new ArrayList<>();
        for (String text : texts) {
            try {
                all.add(JSON.readTree(text.replace('\'', '"')));
            } catch (JsonProcessingException wrong) {
                throw new AssertionError(wrong);
            }
        }
        return all;
    }

    @Test
    void jobsOnTheSameNodeAreBesideEachOther() {
        List<JsonNode> testbeds = json(TESTBED);
        List<JsonNode> schedulings = json(SCHEDULING.formatted("WAITING"));

        assertThat(CoLocatedJobs.beside("digest", schedulings, testbeds)).containsExactly("compress");
        assertThat(CoLocatedJobs.beside("disk", schedulings, testbeds)).isEmpty();
        assertThat(CoLocatedJobs.beside("digest", json(SCHEDULING.formatted("COMPLETED")), testbeds))
                .isEmpty();
        assertThat(CoLocatedJobs.beside("a", json("{'name': 's2', 'queue': ['a', 'b']}"), testbeds))
                .isEmpty();
    }

    /**
     * digest takes 2 s alone, 2 × 1.8 beside a job that needs the processor, too, and 2 × 1.05 beside one that does
     * not.
     */
    @Test
    void jobsThatNeedTheSamePartOfANodeTakeLonger() {
        assertThat(SimulatedJobRunTimes.of("digest", Set.of())).isEqualTo(Duration.ofMillis(2000));
        assertThat(SimulatedJobRunTimes.of("digest", Set.of("compress"))).isEqualTo(Duration.ofMillis(3600));
        assertThat(SimulatedJobRunTimes.of("digest", Set.of("disk"))).isEqualTo(Duration.ofMillis(2100));
        assertThat(SimulatedJobRunTimes.of("idle", Set.of("other"))).isEqualTo(Duration.ofMillis(3150));
    }

    @Test
    void eachNodeHasALineWithTheJobsInItsSlots() {
        assertThat(SlotDisplay.texts(json(TESTBED)))
                .containsExactly(
                        Map.entry("edge-2", "0 * digest             2 - compress"),
                        Map.entry("edge-3", "1 free                 3 lost"));
    }

    private static Pod pod(String name, String slot, String node) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .addToAnnotations(Names.SLOT_ANNOTATION, slot)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .endSpec()
                .build();
    }

    @Test
    void twoPodsInOneSlotAreAMistakeWhateverTheirEpoch() {
        SlotUseVerifier use = new SlotUseVerifier();

        use.look(List.of(pod("a", "uid/0/7", "edge-2"), pod("b", "uid/1/7", "edge-3")));
        use.look(List.of(pod("c", "uid/0/8", "edge-2")));
        assertThat(use.mistakes()).isEmpty();

        use.look(List.of(pod("c", "uid/0/8", "edge-2"), pod("d", "uid/0/9", "edge-2")));
        assertThat(use.mistakes()).containsExactly("pods c and d were in slot uid/0");
    }

    @Test
    void aSlotStaysOnItsNode() {
        SlotUseVerifier use = new SlotUseVerifier();
        use.look(List.of(pod("a", "uid/0/7", "edge-2")));
        use.look(List.of(pod("b", "uid/0/8", "edge-3")));

        assertThat(use.mistakes()).containsExactly("slot uid/0 was on edge-2 and on edge-3");
    }

    @Test
    void runsAreComparedWithTheSlotsThatTheirSchedulingNamed() {
        SlotUseVerifier use = new SlotUseVerifier();
        use.requested(json(SCHEDULING.formatted("RUNNING")));

        int compared = use.compare(json(
                "{'name': 'digest', 'runs': [{'scheduling': 's1', 'slots': [0]}, {'scheduling': 'other', 'slots': [3]}]}",
                "{'name': 'disk', 'runs': [{'scheduling': 's1', 'slots': [3]}]}"));

        assertThat(compared).isEqualTo(2);
        assertThat(use.mistakes()).containsExactly("disk of s1 was in slots [3] instead of [1]");
    }

    @Test
    void isGoodIfAllJobsRanWhereTheyShouldAndNothingIsLeft() {
        assertThat(new SlotOutcome(0, 6, 6, 0, 40, Set.of(), true).good()).isTrue();
        assertThat(new SlotOutcome(1, 6, 6, 0, 40, Set.of(), true).good()).isFalse();
        assertThat(new SlotOutcome(0, 6, 5, 0, 40, Set.of(), true).good()).isFalse();
        assertThat(new SlotOutcome(0, 0, 0, 0, 40, Set.of(), true).good()).isFalse();
        assertThat(new SlotOutcome(0, 6, 6, 1, 40, Set.of(), true).good()).isFalse();
        assertThat(new SlotOutcome(0, 6, 6, 0, 0, Set.of(), true).good()).isFalse();
        assertThat(new SlotOutcome(0, 6, 6, 0, 40, Set.of("x"), true).good()).isFalse();
        assertThat(new SlotOutcome(0, 6, 6, 0, 40, Set.of(), false).good()).isFalse();
    }

    @Test
    void saysWhatHappened() {
        assertThat(new SlotOutcome(0, 6, 6, 0, 40, Set.of(), true).summary())
                .isEqualTo(
                        "6 of 6 jobs completed a run, 0 runs failed (0); 40 runs were in the slots that their Scheduling named;"
                                + " all slots are free again; the scheduler outside ended with status 0 (0)");
    }
}
