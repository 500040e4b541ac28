package dev.edgewise.offloader.planning;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The functions that each node hosts in a plan, and their worth. */
final class EvaluatedPlacement {
    private final PlanningView view;
    private final EdgewisePlannerSettings settings;
    private final AvailabilityForecast[] lookahead;
    private final double[] weights;
    private final int[] hosts;
    private final HostedFunctions[] hosted;
    private final long[] left;

    /** Cores that each function uses, and those of them that its owner requests in the next minutes. */
    private final double[] cores;

    private final double[] requested;

    private final double[] load;
    private final double[] demand;
    private final double[] worth;

    /** The gain of each function's host without it now: asked for more often than it changes. */
    private final double[] relief;

    private final long[] millis;

    /** The moment at which each node's load last changed: no two changes have the same. */
    private final int[] version;

    private int now;

    private final GainCache memo = new GainCache();

    EvaluatedPlacement(PlanningView view, EdgewisePlannerSettings settings) {
        this.view = view;
        this.settings = settings;
        int nodes = view.nodes().size();
        int functions = view.functions().size();
        lookahead = view.nodes().stream()
                .map(node -> new AvailabilityForecast(node, settings))
                .toArray(AvailabilityForecast[]::new);
        left = view.nodes().stream().mapToLong(PlanNode::room).toArray();
        hosts = new int[functions];
        cores = new double[functions];
        requested = new double[functions];
        load = new double[nodes];
        demand = new double[nodes];
        worth = new double[nodes];
        relief = new double[functions];
        version = new int[nodes];
        millis = view.functions().stream().mapToLong(PlannedFunction::millis).toArray();
        weights = NodeWeights.of(view, settings.demand());
        hosted = Stream.generate(HostedFunctions::new).limit(nodes).toArray(HostedFunctions[]::new);
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

    int[] hosts() {
        return hosts.clone();
    }

    int host(int function) {
        return hosts[function];
    }

    double cores(int function) {
        return cores[function];
    }

    /** The cores of a node that its owner requests in the next minutes. */
    double requested(int function) {
        return requested[function];
    }

    HostedFunctions hostedBy(int node) {
        return hosted[node];
    }

    boolean fits(int function, int node) {
        return left[node] >= millis[function];
    }

    /** The gain of its host without the function. */
    double relief(int function) {
        return relief[function];
    }

    /**
     * The gain of the node by one more function: mostly below 0, but a node that runs out in any case may be up again
     * sooner.
     */
    double gainOf(int node, int function) {
        return change(node, cores[function], requested[function]);
    }

    /** The gain of the node by one more core that is requested. */
    double gainOfCore(int node) {
        return change(node, 1, 1);
    }

    /** The gain of both hosts if two functions change places; {@link Double#NEGATIVE_INFINITY} if they do not fit. */
    double gainOfSwap(int function, int other) {
        int here = hosts[function];
        int there = hosts[other];
        long wider = millis[other] - millis[function];
        if (left[here] < wider || left[there] < -wider) {
            return Double.NEGATIVE_INFINITY;
        }
        double more = cores[other] - cores[function];
        double wanted = requested[other] - requested[function];
        return change(here, more, wanted) + change(there, -more, -wanted);
    }

    /** A later moment begins. */
    int tick() {
        return ++now;
    }

    /** The last moment that began; loads change at moments of their own. */
    int now() {
        return now;
    }

    /** Whether the node's load has changed after that moment. */
    boolean hasChanged(int node, int moment) {
        return version[node] > moment;
    }

    private double change(int node, double moreCores, double moreRequested) {
        int place = memo.place(node, version[node], moreCores, moreRequested);
        if (!memo.knows(place)) {
            memo.put(place, worth(node, load[node] + moreCores, demand[node] + moreRequested) - worth[node]);
        }
        return memo.gain(place);
    }

    private double worth(int node, double cores, double requested) {
        AvailabilityForecast ahead = lookahead[node].with(cores);
        return -weights[node] * Math.pow(ahead.availability(), -settings.fairness())
                - settings.service() * requested * (1 - ahead.nearUp());
    }

    void move(int function, int node) {
        int old = hosts[function];
        load[old] -= cores[function];
        demand[old] -= requested[function];
        left[old] += millis[function];
        hosted[old].remove(function);
        add(function, node);
        assess(old);
        assess(node);
    }

    private void add(int function, int node) {
        hosts[function] = node;
        hosted[node].add(function);
        load[node] += cores[function];
        demand[node] += requested[function];
        left[node] -= millis[function];
    }

    private void assess(int node) {
        version[node] = tick();
        worth[node] = worth(node, load[node], demand[node]);
        HostedFunctions functions = hosted[node];
        for (int i = 0; i < functions.size(); i++) {
            int function = functions.at(i);
            relief[function] = change(node, -cores[function], -requested[function]);
        }
    }
}
