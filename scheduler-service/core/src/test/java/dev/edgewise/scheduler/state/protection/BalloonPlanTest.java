package dev.edgewise.scheduler.state.protection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BalloonPlanTest {
    private int made;

    @Test
    void whatIsMissingIsCreated() {
        BalloonPlan plan = BalloonPlan.of(kept(5, 3), List.of(balloon(2, 3)));

        assertThat(plan.missing()).isEqualTo(new Resources(3, 0, 0, Map.of()));
        assertThat(plan.replaces()).isFalse();
        assertThat(plan.redundant()).isEmpty();
    }

    @Test
    void whatIsLeftOverIsDeleted() {
        Balloon large = balloon(4, 4);

        BalloonPlan plan = BalloonPlan.of(kept(3, 2), List.of(balloon(3, 2), large));

        assertThat(plan.redundant()).containsExactly(large);
        assertThat(plan.missing()).isEqualTo(Resources.NONE);
    }

    @Test
    void aMuchSmallerOneIsCreatedBeforeTheLargeOneGoes() {
        Balloon large = balloon(8, 8);
        BalloonPlan plan = BalloonPlan.of(kept(3, 2), List.of(large));

        assertThat(plan).isEqualTo(new BalloonPlan(List.of(), new Resources(3, 2, 0, Map.of()), true));
        assertThat(BalloonPlan.of(kept(3, 2), List.of(large, balloon(3, 2))).redundant())
                .containsExactly(large);
    }

    /** A node refuses what is bound to capacity that another pod has taken. */
    @Test
    void noneGoesForOneThatItsNodeMayStillRefuse() {
        Balloon large = balloon(8, 8);
        Balloon smaller = balloon(3, 2, false);

        assertThat(BalloonPlan.of(kept(3, 2), List.of(large, smaller)).isNone()).isTrue();
        assertThat(BalloonPlan.of(ResourceDemand.NONE, List.of(large, smaller)).redundant())
                .containsExactlyInAnyOrder(large, smaller);
    }

    @Test
    void oneThatIsMuchTooLargeInOneResourceIsReplaced() {
        assertThat(BalloonPlan.of(kept(8, 1), List.of(balloon(8, 8))))
                .isEqualTo(new BalloonPlan(List.of(), new Resources(8, 1, 0, Map.of()), true));
    }

    @Test
    void aLittleTooMuchIsLeft() {
        assertThat(BalloonPlan.of(kept(7, 7), List.of(balloon(8, 8))).isNone()).isTrue();
    }

    @Test
    void manySmallOnesBecomeFewer() {
        List<Balloon> five = List.of(balloon(1, 1), balloon(1, 1), balloon(1, 1), balloon(1, 1), balloon(1, 1));

        BalloonPlan plan = BalloonPlan.of(kept(5, 5), five);

        assertThat(plan).isEqualTo(new BalloonPlan(List.of(), new Resources(2, 2, 0, Map.of()), true));
    }

    @Test
    void whereNothingIsKeptAllGo() {
        assertThat(BalloonPlan.of(ResourceDemand.NONE, List.of(balloon(1, 1), balloon(2, 2)))
                        .redundant())
                .hasSize(2);
    }

    @Test
    void devicesAreHeldToo() {
        ResourceDemand kept = new ResourceDemand(new Resources(1, 1, 0, Map.of("acme.com/gpu", 2L)), 2);

        assertThat(BalloonPlan.of(kept, List.of(balloon(1, 1))).missing())
                .isEqualTo(new Resources(0, 0, 0, Map.of("acme.com/gpu", 2L)));
    }

    @Test
    void thoseGiveWayThatHoldMoreThanIsKeptStill() {
        Balloon small = balloon(1, 1);
        Balloon large = balloon(3, 3);

        assertThat(BalloonPlan.beyond(kept(2, 2), List.of(large, small))).containsExactly(large);
        assertThat(BalloonPlan.beyond(kept(4, 4), List.of(large, small))).isEmpty();
        assertThat(BalloonPlan.beyond(ResourceDemand.NONE, List.of(large, small)))
                .containsExactlyInAnyOrder(small, large);
    }

    /** A deletion never leaves less than the reserve, in any order of steps, and the steps end. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noDeletionOpensAGap(long seed) {
        Random random = new Random(seed);
        List<Balloon> balloons = new ArrayList<>();
        for (int round = 0; round < 200; round++) {
            ResourceDemand kept = kept(random.nextInt(9), random.nextInt(9));
            int writes = 0;
            for (BalloonPlan plan = BalloonPlan.of(kept, balloons);
                    !plan.isNone();
                    plan = BalloonPlan.of(kept, balloons)) {
                balloons.removeAll(plan.redundant());
                if (!plan.redundant().isEmpty()) {
                    assertThat(holds(balloons, kept)).isTrue();
                }
                if (!plan.missing().isNone()) {
                    balloons.add(
                            balloon(plan.missing().milliCpu(), plan.missing().memory()));
                }
                assertThat(++writes).isLessThan(30);
            }
            assertThat(holds(balloons, kept)).isTrue();
            assertThat(balloons).hasSizeLessThanOrEqualTo(4);
        }
    }

    private static boolean holds(List<Balloon> balloons, ResourceDemand kept) {
        long cpu = balloons.stream()
                .mapToLong(one -> one.room().resources().milliCpu())
                .sum();
        long memory = balloons.stream()
                .mapToLong(one -> one.room().resources().memory())
                .sum();
        return cpu >= kept.resources().milliCpu() && memory >= kept.resources().memory();
    }

    private static ResourceDemand kept(long cpu, long memory) {
        return new ResourceDemand(new Resources(cpu, memory, 0, Map.of()), cpu + memory == 0 ? 0 : 1);
    }

    private Balloon balloon(long cpu, long memory) {
        return balloon(cpu, memory, true);
    }

    private Balloon balloon(long cpu, long memory, boolean accepted) {
        String name = "b" + made++;
        return new Balloon(
                new PodKey("edgewise", name),
                name,
                "n1",
                new ResourceDemand(kept(cpu, memory).resources(), 1),
                accepted);
    }
}
