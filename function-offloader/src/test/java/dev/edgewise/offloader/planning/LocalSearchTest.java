package dev.edgewise.offloader.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class LocalSearchTest {
    private static final EdgewisePlannerSettings SETTINGS = EdgewisePlannerSettings.DEFAULT;
    private static final int PASSES = 8;

    /** More nodes than are considered as hosts, and functions of few sizes, of which many are alike. */
    private static PlanningView view(long seed) {
        Random random = new Random(seed);
        int count = SETTINGS.targets() + random.nextInt(SETTINGS.targets());
        List<PlanNode> nodes = new ArrayList<>();
        List<PlannedFunction> functions = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            double percent = random.nextInt(101);
            double input = random.nextInt(6_000);
            BatteryDetails outlook = random.nextBoolean()
                    ? null
                    : new BatteryDetails(1_250, 12.5 * percent, 10, 125, input, input, 2_140, 800, 7_200, 7_200, null);
            nodes.add(new PlanNode("edge-" + node, percent, 2_000, PlanNode.Power.RUNNING, outlook));
            for (int i = random.nextInt(9); i > 0; i--) {
                int millis = 100 << random.nextInt(3);
                int owner = random.nextInt(4) == 0 ? random.nextInt(count) : node;
                int host = random.nextInt(50) == 0 ? -1 : node;
                functions.add(new PlannedFunction("shop", "f", owner, host, millis, millis / 1e3));
            }
        }
        return new PlanningView(nodes, functions);
    }

    /**
     * A function whose search found nothing is searched again only after a change, and one of several equal functions
     * is searched for all: the result is the same.
     */
    @Property(tries = 100, seed = "1")
    void whatIsKnownIsNotSearchedForAgain(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
        PlanningView view = view(seed);
        EvaluatedPlacement load = new EvaluatedPlacement(view, SETTINGS);
        LocalSearch search = new LocalSearch(load, view, SETTINGS);
        Thorough thorough = new Thorough(view);
        for (int pass = 0; pass < PASSES; pass++) {
            assertThat(search.improve()).isEqualTo(thorough.improve());
            assertThat(search.hosts()).isEqualTo(thorough.load.hosts());
        }
    }

    /** A search that asks for each function again, one by one. */
    private static final class Thorough {
        private final EvaluatedPlacement load;
        private final PlanningView view;

        private double most;
        private int target;
        private int partner;

        Thorough(PlanningView view) {
            this.view = view;
            load = new EvaluatedPlacement(view, SETTINGS);
        }

        boolean improve() {
            List<Integer> targets = IntStream.range(0, view.nodes().size())
                    .boxed()
                    .sorted(Comparator.comparingDouble(node -> -load.gainOfCore(node)))
                    .limit(SETTINGS.targets())
                    .toList();
            boolean any = false;
            for (int function : inTurn()) {
                any |= choose(function, targets);
            }
            return any;
        }

        private int[] inTurn() {
            int[] hosts = load.hosts();
            return IntStream.range(0, hosts.length)
                    .filter(function -> load.relief(function) > -price(function, hosts[function], true))
                    .boxed()
                    .sorted(Comparator.comparingDouble(function -> -load.relief(function)))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }

        private boolean choose(int function, List<Integer> targets) {
            int here = load.host(function);
            most = 1e-9;
            target = -1;
            int home = view.functions().get(function).host();
            for (int node : targets) {
                if (node != here) {
                    weigh(function, node);
                }
            }
            if (home >= 0 && home != here && !targets.contains(home)) {
                weigh(function, home);
            }
            if (target < 0) {
                return false;
            }
            load.move(function, target);
            if (partner >= 0) {
                load.move(partner, here);
            }
            return true;
        }

        private void weigh(int function, int node) {
            double price = price(function, node, false);
            if (load.fits(function, node)) {
                take(load.relief(function) + load.gainOf(node, function) - price, node, -1);
            }
            int[] hosts = load.hosts();
            HostedFunctions hosted = load.hostedBy(node);
            for (int other : IntStream.range(0, hosted.size()).map(hosted::at).toArray()) {
                double back = price(other, hosts[function], false);
                take(load.gainOfSwap(function, other) - price - back, node, other);
            }
        }

        private void take(double gain, int node, int other) {
            if (gain > most) {
                most = gain;
                target = node;
                partner = other;
            }
        }

        /** @param leaves whether it is what leaving the host saves */
        private double price(int function, int node, boolean leaves) {
            int first = view.functions().get(function).host();
            if (first < 0) {
                return 0;
            }
            double now = load.host(function) == first ? 0 : SETTINGS.move();
            return leaves ? (now > 0 ? now : -SETTINGS.move()) : (node == first ? 0 : SETTINGS.move()) - now;
        }
    }
}
