package dev.edgewise.offloader.safety;

import static dev.edgewise.offloader.safety.MovePlans.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.SafetySettings.Singles;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MoveEligibilityTest {
    private final MoveEligibility rules = new MoveEligibility(SafetySettings.DEFAULT);

    private static SafetySettings settings(Set<UnmovablePodReason> allowed, Singles singles) {
        SafetySettings defaults = SafetySettings.DEFAULT;
        return new SafetySettings(
                defaults.minAge(),
                defaults.priorityCeiling(),
                allowed,
                singles,
                defaults.badReadings(),
                defaults.goodReadings(),
                defaults.coolDown(),
                defaults.workloadWindow(),
                defaults.rateWindow(),
                defaults.fromNode(),
                defaults.total(),
                defaults.toNode(),
                defaults.minGain());
    }

    private static MovablePod state(int priority, Duration age, int replicas, int ready) {
        MovablePod pod = pod("fibo", 1, "edge-1");
        return new MovablePod(
                pod.name(), pod.uid(), pod.workload(), pod.node(), priority, age, replicas, ready, Set.of());
    }

    private Optional<Reason> reason(int priority, Duration age, int replicas, int ready) {
        return rules.check(state(priority, age, replicas, ready)).map(MoveRefusal::reason);
    }

    @ParameterizedTest
    @EnumSource(UnmovablePodReason.class)
    void unfitPodsStay(UnmovablePodReason condition) {
        MovePlans plans = new MovePlans();
        MovablePod pod = pod("fibo", 1, "edge-1", condition);
        plans.wantLongEnough(pod);
        Reason reason = condition == UnmovablePodReason.TERMINATING ? Reason.TERMINATING : Reason.UNFIT;
        assertThat(plans.rules().check(pod, "ENERGY", "edge-2", 0)).contains(new MoveRefusal(reason, condition.why()));
    }

    @Test
    void settingsMayAllowLocalStorageAndNothingElse() {
        SafetySettings allowing = settings(Set.of(UnmovablePodReason.LOCAL_STORAGE), Singles.STAY);
        assertThat(new MoveEligibility(allowing).check(pod("fibo", 1, "edge-1", UnmovablePodReason.LOCAL_STORAGE)))
                .isEmpty();
        assertThatThrownBy(() -> settings(Set.of(UnmovablePodReason.DAEMON_SET), Singles.STAY))
                .hasMessage(
                        "allowed is [DAEMON_SET]: it must be LOCAL_STORAGE or nothing: moving others would end them");
    }

    @Test
    void youngImportantUnreadyAndSinglePodsStay() {
        Duration hour = Duration.ofHours(1);
        assertThat(rules.check(state(0, Duration.ofSeconds(119), 6, 6)))
                .contains(new MoveRefusal(Reason.TOO_YOUNG, "it is ready for 119 s: pods are moved after 120 s"));
        assertThat(reason(1_000_000_000, hour, 6, 6)).contains(Reason.PRIORITY);
        assertThat(rules.check(state(0, hour, 6, 5)))
                .contains(new MoveRefusal(Reason.NOT_ALL_READY, "5 of 6 replicas of its workload are ready"));
        assertThat(reason(0, hour, 1, 1)).contains(Reason.SINGLE_REPLICA);

        SafetySettings surging = settings(Set.of(), Singles.SURGE);
        assertThat(new MoveEligibility(surging).check(state(0, hour, 1, 1)))
                .as("surge")
                .isEmpty();
    }
}
