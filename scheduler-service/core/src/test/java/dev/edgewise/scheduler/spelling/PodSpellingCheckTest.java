package dev.edgewise.scheduler.spelling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten typos of each kind have ten answers. */
class PodSpellingCheckTest {
    private static final Set<String> PROFILES =
            Set.of("edgewise", "custom-scheduler", "rl-scheduler", "zones", "faashouse");

    private final AtomicInteger lookups = new AtomicInteger();
    private final PodSpellingCheck spelling = new PodSpellingCheck(PROFILES, this::isReference);

    private boolean isReference(String namespace, String name) {
        lookups.incrementAndGet();
        return name.equals("edge-1") || (namespace.equals("shop") && name.equals("camera"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delay-edge-1",
                "Delay_edge-1",
                "DELAY_edge-1",
                "delay.edge-1",
                "dealy_edge-1",
                "dely_edge-1",
                "dellay_edge-1",
                "delsy_edge-1",
                "delays_edge-1",
                "Delay-edge-1",
                "elday-edge-1",
                "delayedge-1",
                "delay.edgewise.dev/edge-1",
                "edgewise.dev/delay_edge-1",
                "edgewise.dev/delay-edge-1",
            })
    void aLabelThatWasMeantAsADelay(String key) {
        assertThat(ofLabels(Map.of(key, "20")))
                .isEqualTo("Label " + key + " has no effect. Did you mean delay_edge-1?");
    }

    @Test
    void aReferenceThatIsNotThereYetIsEnoughWithANumber() {
        assertThat(ofLabels(Map.of("delay-db", "12.5")))
                .isEqualTo("Label delay-db has no effect. Did you mean delay_db?");
        assertThat(ofLabels(Map.of("delay-camera", "fast")))
                .isEqualTo("Label delay-camera has no effect. Did you mean delay_camera?");
    }

    @ParameterizedTest
    @CsvSource({
        "app, web",
        "delay_edge-1, 20",
        "delay-tolerant, true",
        "delayed, true",
        "deployment, 5",
        "deploy-edge-2, 5",
        "relay_rate, 20",
        "decay_rate, 20",
        "env, edge",
        "edge-1, 20",
        "d, 1",
        "app.kubernetes.io/name, web",
        "edgewise.dev/redis-client, true",
        "edgewise.dev/sim-fragile, true",
        "edgewise.example.org/tier, 1",
    })
    void aLabelOfOthersIsLeftAlone(String key, String value) {
        assertThat(ofLabels(Map.of(key, value))).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "edgewise.dev/dealy,       edgewise.dev/delay",
        "edgewise.dev/Delay,       edgewise.dev/delay",
        "edgewise.dev/delays,      edgewise.dev/delay",
        "edgewise.dev/recovry,     edgewise.dev/recovery",
        "edgewise.dev/recover,     edgewise.dev/recovery",
        "edgewise.dev/revocery,    edgewise.dev/recovery",
        "edgewise.dev/owner_node,  edgewise.dev/owner-node",
        "edgewise.dev/ownernode,   edgewise.dev/owner-node",
        "edgewise.dev/ower-node,   edgewise.dev/owner-node",
        "edgewise.de/recovery,     edgewise.dev/recovery",
        "edgewize.dev/recovery,    edgewise.dev/recovery",
        "edgewise.io/delay,        edgewise.dev/delay",
    })
    void anAnnotationThatIsNearOneOfOurs(String key, String meant) {
        assertThat(ofAnnotations(Map.of(key, "p95")))
                .isEqualTo("Annotation " + key + " has no effect. Did you mean " + meant + "?");
    }

    @Test
    void anUnknownAnnotationOfOurDomainNamesThoseThatThereAre() {
        assertThat(ofAnnotations(Map.of("edgewise.dev/percentile", "p95")))
                .isEqualTo("Annotation edgewise.dev/percentile has no effect. There are: edgewise.dev/delay,"
                        + " edgewise.dev/recovery, edgewise.dev/owner-node, edgewise.dev/moves.");
        assertThat(ofLabels(Map.of("edgewise.dev/tier", "1")))
                .isEqualTo(
                        "Label edgewise.dev/tier has no effect. There are: edgewise.dev/delay, edgewise.dev/recovery,"
                                + " edgewise.dev/owner-node, edgewise.dev/moves.");
    }

    @Test
    void aLabelThatIsAnAnnotationAndTheOtherWayRound() {
        assertThat(ofLabels(Map.of("edgewise.dev/recovery", "required")))
                .isEqualTo("Label edgewise.dev/recovery has no effect. Did you mean annotation edgewise.dev/recovery?");
        assertThat(ofLabels(Map.of("edgewise.dev/dealy", "p95")))
                .isEqualTo("Label edgewise.dev/dealy has no effect. Did you mean annotation edgewise.dev/delay?");
        assertThat(ofAnnotations(Map.of("delay_edge-1", "20")))
                .isEqualTo("Annotation delay_edge-1 has no effect. Did you mean label delay_edge-1?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "edgewise.dev/delay",
                "edgewise.dev/recovery",
                "edgewise.dev/owner-node",
                "edgewise.dev/bound-by",
                "edgewise.dev/reservation",
                "edgewise.dev/backup-node",
                "edgewise.dev/sim-run-for",
                "edgewise.io/tier",
                "edge.dev/delay",
                "kubectl.kubernetes.io/last-applied-configuration",
                "description",
            })
    void anAnnotationThatIsReadOrOfOthersIsLeftAlone(String key) {
        assertThat(ofAnnotations(Map.of(key, "x"))).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "edgewize,          edgewise",
        "egdewise,          edgewise",
        "edgwise,           edgewise",
        "Edgewise,          edgewise",
        "edgewise-,         edgewise",
        "edge-wise,         edgewise",
        "custom-schedular,  custom-scheduler",
        "custom_scheduler,  custom-scheduler",
        "rl-schedler,       rl-scheduler",
        "zone,              zones",
        "fasshouse,         faashouse",
        "faas-house,        faashouse",
    })
    void aSchedulerNameThatIsNearAProfile(String schedulerName, String meant) {
        assertThat(spelling.problem("default", schedulerName, Map.of(), Map.of()))
                .isEqualTo("schedulerName " + schedulerName
                        + " is not a profile of Edgewise, so nothing places the pod. Did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"default-scheduler", "volcano", "koord-scheduler", "edge", ""})
    void podsOfOtherSchedulersAreLeftAlone(String schedulerName) {
        Map<String, String> misspelt = Map.of("delay-edge-1", "20", "edgewise.dev/dealy", "p95");
        assertThat(spelling.problem("default", schedulerName, misspelt, misspelt))
                .isNull();
        assertThat(lookups).hasValue(0);
    }

    @Test
    void anOrdinaryPodAndOneOfAThousandOrdinaryLabelsLookNothingUp() {
        Map<String, String> labels = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            labels.put("label-" + i, "20");
            labels.put("edge-" + i, "20");
            labels.put("dashboard-" + i, "20");
        }
        assertThat(ofLabels(labels)).isNull();
        assertThat(lookups).hasValue(0);
    }

    /** A word of two edits and a value that is no number each need a look-up. */
    @Test
    void aHostilePodLooksFewNamesUpAndHasAShortAnswer() {
        Map<String, String> labels = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            labels.put("delay-" + i, "none");
            labels.put("deploy-" + "x".repeat(250) + i, "20");
        }
        assertThat(ofLabels(labels)).isNull();
        assertThat(lookups).hasValue(PodSpellingCheck.MOST_LOOKUPS);

        Map<String, String> typos = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            typos.put("delay-" + "x".repeat(250) + i, "20");
        }
        // Five sentences of at most 6 + 83 + 29 + 83 + 1 characters, and four spaces.
        assertThat(ofLabels(typos)).hasSizeLessThanOrEqualTo(5 * 202 + 4);
    }

    private String ofLabels(Map<String, String> labels) {
        return spelling.problem("shop", "edgewise", labels, Map.of());
    }

    private String ofAnnotations(Map<String, String> annotations) {
        return spelling.problem("shop", "edgewise", Map.of(), annotations);
    }
}
