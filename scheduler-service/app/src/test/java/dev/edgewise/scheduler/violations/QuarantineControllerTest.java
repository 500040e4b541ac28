package dev.edgewise.scheduler.violations;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestRewards.open;
import static dev.edgewise.scheduler.testing.TestRewards.probation;
import static dev.edgewise.scheduler.testing.TestRewards.quarantined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Pods of type {@code web} on nodes a, in quarantine for it, b, on probation, and c, open; and one of another type on
 * each.
 */
class QuarantineControllerTest {
    private final TestClock clock = new TestClock();
    private final ClusterState state = new ClusterState(clock);
    private final ManualTicker ticker = new ManualTicker();
    private final QuarantineController controller = new QuarantineController(
            new ProfileSet(List.of(BuiltInProfiles.edgewise(), BuiltInProfiles.energyAwareScheduler())),
            state,
            clock,
            ticker);

    @BeforeEach
    void threeNodes() {
        for (String name : List.of("a", "b", "c")) {
            state.putNode(node(name).build());
            state.putPod(
                    pod("web-" + name).label("podtype", "web").runningOn(name).build());
            state.putPod(pod("other-" + name)
                    .label("podtype", "other")
                    .runningOn(name)
                    .build());
        }
        rewards(Map.of("a", quarantined(), "b", probation(TestClock.START), "c", open(0.9)));
    }

    private void rewards(Map<String, Reward> byNode) {
        state.change(RewardIndex.FACT, index -> index.with(RewardRowNames.ofType("default.web"), byNode));
    }

    private static List<String> names(Page<QuarantinedPodResponse> page) {
        return page.items().stream().map(QuarantinedPodResponse::pod).toList();
    }

    @Test
    void podsOnANodeInQuarantineForTheirTypeAreListed() {
        assertThat(controller.quarantine(100, null).items()).singleElement().satisfies(pod -> {
            assertThat(pod.pod()).isEqualTo("default/web-a");
            assertThat(pod.node()).isEqualTo("a");
            assertThat(pod.severity()).isEqualTo(0.9);
            assertThat(pod.since()).isEqualTo(TestClock.START);
            assertThat(pod.reason()).isEqualTo("node(s) were in quarantine as pods of this type failed there");
        });
    }

    @Test
    void pagesFollowEachOther() {
        rewards(Map.of("a", quarantined(), "b", quarantined(), "c", quarantined()));
        Page<QuarantinedPodResponse> first = controller.quarantine(2, null);
        assertThat(names(first)).containsExactly("default/web-a", "default/web-b");
        assertThat(names(controller.quarantine(2, first.next()))).containsExactly("default/web-c");
        assertThatThrownBy(() -> controller.quarantine(0, null)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void namespacesTakeTurns() {
        for (int number = 0; number < 5; number++) {
            state.putPod(pod("web-" + number)
                    .namespace("a-big-one")
                    .label("podtype", "web")
                    .runningOn("a")
                    .build());
        }
        state.change(
                RewardIndex.FACT,
                index -> index.with(RewardRowNames.ofType("a-big-one.web"), Map.of("a", quarantined())));
        assertThat(names(controller.quarantine(3, null)))
                .containsExactly("a-big-one/web-0", "default/web-a", "a-big-one/web-1");
    }

    @Test
    void pagesAreOfOneListWhichIsKeptForSeconds() {
        rewards(Map.of("a", quarantined(), "b", quarantined(), "c", quarantined()));
        String next = controller.quarantine(1, null).next();
        rewards(Map.of("b", quarantined(), "c", quarantined()));
        ticker.advance(Duration.ofMillis(4_900));
        assertThat(names(controller.quarantine(5, null))).hasSize(3);
        ticker.advance(Duration.ofMillis(100));
        assertThat(names(controller.quarantine(5, null))).containsExactly("default/web-b", "default/web-c");
        state.removePod(pod("web-b").build().key());
        assertThat(names(controller.quarantine(5, next)))
                .as("the next page is of the same list")
                .containsExactly("default/web-b", "default/web-c");
        assertThatThrownBy(() -> controller.quarantine(5, "page 2")).hasMessageContaining("continue");
    }

    @Test
    void podsThatLeaveOrWhoseProfileDoesNotHeedRewardsAreNot() {
        state.putPod(pod("web-a")
                .label("podtype", "web")
                .runningOn("a")
                .terminating()
                .build());
        state.putPod(pod("energy")
                .label("podtype", "web")
                .scheduler("energy-aware-scheduler")
                .runningOn("a")
                .build());
        assertThat(controller.quarantine(100, null).items()).isEmpty();
    }

    @Test
    void whatIsOutOfDateKeepsNobodyAway() {
        clock.advance(Duration.ofMinutes(11));
        assertThat(controller.quarantine(100, null).items()).isEmpty();
    }
}
