package dev.edgewise.offloader.planning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Looks ahead: forecasts each battery and moves functions as long as that makes the least available nodes more available, or the functions' hosts more
 * certain to run, by more than a move costs.
 *
 * <p>Maximises {@code Σ −weight(n) · A(n)^−fairness − service · demand(n) · outage(n) − move · moves} over the nodes n by local search from the present hosts, where
 * A is a node's availability ({@link Lookahead}), weight what its own functions request, demand the cores that running owners request of it, and outage the share of the next minutes in which it
 * does not run. Source: our own; compared with the papers' planners by {@code deploy/sandbox/evaluate energy}.
 */
public final class EdgewisePlanner implements Planner {
    private static final int MOST_PASSES = 8;
    private static final double LEAST_GAIN = 1e-9;

    private final LookaheadSettings settings;

    public EdgewisePlanner(LookaheadSettings settings) {
        this.settings = settings;
    }

    @Override
    public int[] plan(PlanningView view) {
        return new Search(view).hosts();
    }

    private final class Search {
        private final PlanningView view;
        private final Lookahead[] lookahead;
        private final int[] hosts;
        private final List<List<Integer>> hosted = new ArrayList<>();
        private final long[] left;

        /** Cores that each function uses, and those of them that its owner requests in the next minutes. */
        private final double[] cores;

        private final double[] requested;

        private final double[] load;
        private final double[] demand;
        private final double[] worth;
        private final double[] weights;

        Search(PlanningView view) {
            this.view = view;
            int nodes = view.nodes().size();
            int functions = view.functions().size();
            lookahead = view.nodes().stream()
                    .map(node -> new Lookahead(node, settings))
                    .toArray(Lookahead[]::new);
            left = view.nodes().stream().mapToLong(PlanNode::room).toArray();
            hosts = new int[functions];
            cores = new double[functions];
            requested = new double[functions];
            load = new double[nodes];
            demand = new double[nodes];
            worth = new double[nodes];
            weights = weights();
            view.nodes().forEach(node -> hosted.add(new ArrayList<>()));
            double[] ownerUp = IntStream.range(0, nodes)
                    .mapToDouble(node -> lookahead[node].with(0).nearUp())
                    .toArray();
            for (int function = 0; function < functions; function++) {
                PlannedFunction planned = view.functions().get(function);
                double up = ownerUp[planned.owner()];
                cores[function] = Math.max(settings.idleShare(), up) * planned.cores();
                requested[function] = up * planned.cores();
                add(function, planned.host() >= 0 ? planned.host() : planned.owner());
            }
            IntStream.range(0, nodes).forEach(this::assess);
        }

        /** What each node's availability counts. */
        private double[] weights() {
            double[] owned = new double[view.nodes().size()];
            view.functions().forEach(function -> owned[function.owner()] += function.cores());
            double mean = Arrays.stream(owned).average().orElse(0);
            return Arrays.stream(owned)
                    .map(own -> 1 - settings.demand() + (mean > 0 ? settings.demand() * own / mean : 0))
                    .toArray();
        }

        int[] hosts() {
            for (int pass = 0; pass < MOST_PASSES && improve(); pass++) {
                // Until no function gains.
            }
            return hosts;
        }

        /** Lets each function choose, those first whose hosts gain most without them. */
        private boolean improve() {
            double[] relief =
                    IntStream.range(0, hosts.length).mapToDouble(this::relief).toArray();
            int[] targets = targets();
            boolean any = false;
            for (int function : IntStream.range(0, hosts.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer f) -> -relief[f]))
                    .toList()) {
                any |= choose(function, targets);
            }
            return any;
        }

        private double relief(int function) {
            int host = hosts[function];
            return worth(host, load[host] - cores[function], demand[host] - requested[function]) - worth[host];
        }

        /** The nodes that lose least by one more core. */
        private int[] targets() {
            double[] loss = IntStream.range(0, load.length)
                    .mapToDouble(node -> worth[node] - worth(node, load[node] + 1, demand[node] + 1))
                    .toArray();
            return IntStream.range(0, load.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(node -> loss[node]))
                    .limit(settings.targets())
                    .mapToInt(Integer::intValue)
                    .toArray();
        }

        private boolean choose(int function, int[] targets) {
            double most = LEAST_GAIN;
            int target = -1;
            int partner = -1;
            for (int node : targets) {
                if (node == hosts[function]) {
                    continue;
                }
                double gain = gainOfMove(function, node);
                if (gain > most) {
                    most = gain;
                    target = node;
                    partner = -1;
                }
                for (int other : hosted.get(node)) {
                    double swap = gainOfSwap(function, other);
                    if (swap > most) {
                        most = swap;
                        target = node;
                        partner = other;
                    }
                }
            }
            if (target < 0) {
                return false;
            }
            int old = hosts[function];
            move(function, target);
            if (partner >= 0) {
                move(partner, old);
            }
            assess(old);
            assess(target);
            return true;
        }

        private double gainOfMove(int function, int node) {
            if (left[node] < view.functions().get(function).millis()) {
                return 0;
            }
            int old = hosts[function];
            return worth(old, load[old] - cores[function], demand[old] - requested[function])
                    - worth[old]
                    + worth(node, load[node] + cores[function], demand[node] + requested[function])
                    - worth[node]
                    + price(function, old)
                    - price(function, node);
        }

        private double gainOfSwap(int function, int other) {
            int here = hosts[function];
            int there = hosts[other];
            long millis = view.functions().get(other).millis()
                    - view.functions().get(function).millis();
            if (left[here] < millis || left[there] < -millis) {
                return 0;
            }
            double more = cores[other] - cores[function];
            double wanted = requested[other] - requested[function];
            return worth(here, load[here] + more, demand[here] + wanted)
                    - worth[here]
                    + worth(there, load[there] - more, demand[there] - wanted)
                    - worth[there]
                    + price(function, here)
                    + price(other, there)
                    - price(function, there)
                    - price(other, here);
        }

        private double price(int function, int node) {
            int host = view.functions().get(function).host();
            return host < 0 || host == node ? 0 : settings.move();
        }

        private double worth(int node, double cores, double requested) {
            Lookahead ahead = lookahead[node].with(cores);
            return -weights[node] * Math.pow(ahead.availability(), -settings.fairness())
                    - settings.service() * requested * (1 - ahead.nearUp());
        }

        private void move(int function, int node) {
            int old = hosts[function];
            load[old] -= cores[function];
            demand[old] -= requested[function];
            left[old] += view.functions().get(function).millis();
            hosted.get(old).remove((Integer) function);
            add(function, node);
        }

        private void add(int function, int node) {
            hosts[function] = node;
            hosted.get(node).add(function);
            load[node] += cores[function];
            demand[node] += requested[function];
            left[node] -= view.functions().get(function).millis();
        }

        private void assess(int node) {
            worth[node] = worth(node, load[node], demand[node]);
        }
    }
}
