package dev.edgewise.offloader.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.common.energy.FaasHouseWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A plan for 5,000 nodes with 10,000 functions, of which half are not at home, looks less than a million times at what
 * a node has left.
 */
class PaperPlannersAtScaleTest {
    private static final int NODES = 5_000;
    private static final int MOST_LOOKS = 1_000_000;

    /** Functions of many sizes, so that hardly two are alike. */
    private static PlanningView view(int lowest, int highest, int room, int namespaces) {
        Random random = new Random(1);
        List<PlanNode> nodes = IntStream.range(0, NODES)
                .mapToObj(node -> new PlanNode(
                        "edge-" + node,
                        lowest + random.nextInt(highest - lowest + 1),
                        room,
                        PlanNode.Power.RUNNING,
                        null))
                .toList();
        List<PlannedFunction> functions = new ArrayList<>();
        for (int i = 0; i < 2 * NODES; i++) {
            int owner = random.nextInt(NODES);
            int host = random.nextBoolean() ? owner : random.nextInt(NODES);
            String namespace = "shop-" + random.nextInt(namespaces);
            functions.add(new PlannedFunction(namespace, "f" + i, owner, host, 1 + random.nextInt(1_000), 1));
        }
        return new PlanningView(nodes, functions);
    }

    private static final class CountingRoom extends PartialPlacement {
        private int looks;

        CountingRoom(PlanningView view) {
            super(view);
        }

        @Override
        long left(int node) {
            looks++;
            return super.left(node);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // Charge from and to, room and namespaces: at noon, by day, and at night, when no node is rich.
        "100, 100, 1000, 1",
        "0, 100, 1000, 1",
        "0, 100, 4000, 20",
        "0, 60, 1000, 1",
        "0, 60, 1000, 20",
        "11, 40, 4000, 20",
        "11, 40, 500, 20",
        "11, 40, 500, 1000",
    })
    void looksAtFewNodes(int lowest, int highest, int room, int namespaces) {
        PlanningView view = view(lowest, highest, room, namespaces);
        CountingRoom ofZones = new CountingRoom(view);
        new ChargeZonesPlanner(ChargeZoneRules.DEFAULT).plan(view, ofZones);
        CountingRoom ofFaasHouse = new CountingRoom(view);
        new FaasHousePlanner(FaasHouseWeights.DEFAULT).plan(view, ofFaasHouse);

        assertThat(List.of(ofZones.looks, ofFaasHouse.looks)).allMatch(looks -> looks < MOST_LOOKS);
    }
}
