package dev.edgewise.scheduler.spelling;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MisspelledPodsTest {
    private static final Map<String, String> TYPO = Map.of("delay-edge-1", "20");

    private final ManualTicker ticker = new ManualTicker();
    private final List<Misspelling> announced = new ArrayList<>();
    private final MisspelledPods pods = new MisspelledPods(
            new PodSpellingCheck(Set.of("edgewise"), (namespace, name) -> false), announced::add, ticker);

    @Test
    void aMisspeltWordIsAnnouncedOncePerPod() {
        pods.begin();
        pods.put(web(), TYPO, null);
        pods.put(web(), TYPO, Map.of("note", "changed"));
        assertThat(announced).singleElement().satisfies(found -> {
            assertThat(found.pod()).isEqualTo(web().key());
            assertThat(found.uid()).isEqualTo(web().uid());
            assertThat(found.profile()).isEqualTo("edgewise");
            assertThat(found.message()).isEqualTo("Label delay-edge-1 has no effect. Did you mean delay_edge-1?");
        });
        pods.put(web(), null, Map.of("edgewise.dev/dealy", "p95"));
        assertThat(announced).as("another word of that pod").hasSize(2);
    }

    @Test
    void theEventOfAPodForNoProfileIsOfTheOneThatWasMeant() {
        pods.begin();
        pods.put(pod("web").scheduler("edgewize").build(), null, null);
        assertThat(announced).extracting(Misspelling::profile).containsExactly("edgewise");
    }

    @Test
    void fiveHundredReplicasHaveOneEvent() {
        pods.begin();
        for (int i = 0; i < 500; i++) {
            pods.put(pod("web-" + i).controllerUid("rs-1").build(), TYPO, null);
        }
        assertThat(announced).extracting(found -> found.pod().name()).containsExactly("web-0");
        pods.put(pod("web-500").controllerUid("rs-2").build(), TYPO, null);
        assertThat(announced).as("another owner").hasSize(2);
    }

    @Test
    void onlyWhoDecidesAnnounces() {
        pods.put(web(), TYPO, null);
        assertThat(announced).isEmpty();
        pods.begin();
        assertThat(announced).hasSize(1);
        pods.end();
        pods.put(pod("later").build(), TYPO, null);
        assertThat(announced).hasSize(1);
    }

    @Test
    void whatIsCorrectedBoundDeletedOrGoneByThenIsNotAnnounced() {
        pods.put(pod("corrected").build(), TYPO, null);
        pods.put(pod("corrected").build(), Map.of("delay_edge-1", "20"), null);
        pods.put(pod("bound").build(), TYPO, null);
        pods.put(pod("bound").build().assignedTo("n1"), TYPO, null);
        pods.put(pod("deleted").build(), TYPO, null);
        pods.put(pod("deleted").terminating().build(), TYPO, null);
        pods.put(pod("gone").build(), TYPO, null);
        pods.remove(pod("gone").build().key());
        pods.begin();
        assertThat(announced).isEmpty();
    }

    @Test
    void oneNamespaceHasNoMoreThanItsShareOfAMinute() {
        pods.begin();
        for (int i = 0; i < MisspelledPods.MOST_PER_MINUTE + 10; i++) {
            pods.put(pod("web-" + i).build(), TYPO, null);
        }
        assertThat(announced).hasSize(200);
        pods.put(pod("other").namespace("other").build(), TYPO, null);
        assertThat(announced).hasSize(201);
        ticker.advance(Duration.ofMinutes(1));
        pods.put(pod("later").build(), TYPO, null);
        assertThat(announced).hasSize(202);
    }

    private static Pod web() {
        return pod("web").build();
    }
}
