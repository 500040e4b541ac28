package dev.edgewise.sandbox.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.sandbox.cluster.controller.NextRolloutReplicas.Scale;
import dev.edgewise.sandbox.cluster.controller.NextRolloutReplicas.Strategy;
import java.util.List;
import org.junit.jupiter.api.Test;

class NextRolloutReplicasTest {
    private static final Strategy ROLLING = new Strategy(false, 1, 1);
    private static final Strategy RECREATE = new Strategy(true, 0, 0);

    @Test
    void aNewDeploymentGetsAllItsReplicasAtOnce() {
        assertThat(NextRolloutReplicas.next(3, ROLLING, new Scale(0, 0, 0), List.of()))
                .isEqualTo(new NextRolloutReplicas(3, List.of()));
        assertThat(NextRolloutReplicas.next(2, ROLLING, new Scale(5, 5, 5), List.of()))
                .isEqualTo(new NextRolloutReplicas(2, List.of()));
    }

    @Test
    void replicasMoveInSmallSteps() {
        // 4 wanted, 1 more and 1 less allowed: the new set may have 1, the old one must keep 3
        assertThat(NextRolloutReplicas.next(4, ROLLING, new Scale(0, 0, 0), List.of(new Scale(4, 4, 4))))
                .isEqualTo(new NextRolloutReplicas(1, List.of(3)));
        // 1 of the new ones is ready: 4 ready, 1 may go; 5 exist, none may come yet
        assertThat(NextRolloutReplicas.next(4, ROLLING, new Scale(2, 1, 2), List.of(new Scale(3, 3, 3))))
                .isEqualTo(new NextRolloutReplicas(2, List.of(2)));
    }

    @Test
    void recreateWaitsUntilTheOldPodsAreGone() {
        assertThat(NextRolloutReplicas.next(2, RECREATE, new Scale(0, 0, 0), List.of(new Scale(2, 2, 2))))
                .isEqualTo(new NextRolloutReplicas(0, List.of(0)));
        assertThat(NextRolloutReplicas.next(2, RECREATE, new Scale(0, 0, 0), List.of(new Scale(0, 0, 1))))
                .isEqualTo(new NextRolloutReplicas(0, List.of(0)));
        assertThat(NextRolloutReplicas.next(2, RECREATE, new Scale(0, 0, 0), List.of(new Scale(0, 0, 0))))
                .isEqualTo(new NextRolloutReplicas(2, List.of(0)));
    }
}
