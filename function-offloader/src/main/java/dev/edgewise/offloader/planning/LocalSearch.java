package dev.edgewise.offloader.planning;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Improves a plan by moves and swaps: each function in turn takes the best that is open to it. */
final class LocalSearch {
    private static final double LEAST_GAIN = 1e-9;
    private static final int NOBODY = -1;

    private final HostedLoad load;
    private final PlanningView view;
    private final LookaheadSettings settings;
    private final AlikeFunctions alike;

    /** Where each function was at first, -1 if nowhere. */
    private final int[] first;

    /** What each function's host gained without it when the pass began. */
    private final double[] relief;

    private int changes;

    /** @param partner the function that comes back in exchange, or {@link #NOBODY} */
    private record Change(int node, int partner, double gain) {}

    LocalSearch(HostedLoad load, PlanningView view, LookaheadSettings settings) {
        this.load = load;
        this.view = view;
        this.settings = settings;
        alike = new AlikeFunctions(load, view);
        first = view.functions().stream().mapToInt(PlannedFunction::host).toArray();
        relief = new double[first.length];
    }

    int[] hosts() {
        return load.hosts();
    }

    /** Lets each function choose that may gain, those first whose hosts gain most without them; whether anything moved. */
    boolean improve() {
        Arrays.setAll(relief, load::relief);
        alike.forget();
        int[] targets = targets();
        boolean any = false;
        for (int function : inTurn()) {
            any |= choose(function, targets);
        }
        return any;
    }

    private int[] inTurn() {
        return IntStream.range(0, relief.length)
                .filter(function -> relief[function] > leastPrice(function))
                .boxed()
                .sorted(this::before)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int before(int one, int other) {
        int order = Double.compare(relief[other], relief[one]);
        return order == 0 ? Integer.compare(one, other) : order;
    }

    /** The nodes that lose least by one more core. */
    private int[] targets() {
        double[] gain = IntStream.range(0, view.nodes().size())
                .mapToDouble(load::gainOfCore)
                .toArray();
        return IntStream.range(0, gain.length)
                .boxed()
                .sorted(Comparator.comparingDouble(node -> -gain[node]))
                .limit(settings.targets())
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private boolean choose(int function, int[] targets) {
        int old = load.host(function);
        boolean moved = old != first[function];
        if (!moved && alike.mustBeContent(function, changes)) {
            return false;
        }
        Change best = best(function, targets);
        if (best == null && !moved) {
            alike.isContent(function, changes);
        }
        if (best == null) {
            return false;
        }
        changes++;
        load.move(function, best.node());
        if (best.partner() != NOBODY) {
            load.move(best.partner(), old);
        }
        return true;
    }

    private @Nullable Change best(int function, int[] targets) {
        double freed = load.relief(function);
        double most = LEAST_GAIN;
        Change best = null;
        for (int node : targets) {
            if (node == load.host(function)) {
                continue;
            }
            double gain = gainOfMove(function, node, freed);
            if (gain > most) {
                most = gain;
                best = new Change(node, NOBODY, gain);
            }
            Change swap = bestSwap(function, node, freed, most);
            if (swap != null) {
                most = swap.gain();
                best = swap;
            }
        }
        return best;
    }

    private double gainOfMove(int function, int node, double freed) {
        return load.fits(function, node) ? freed + load.gainOf(node, function) - price(function, node) : 0;
    }

    private @Nullable Change bestSwap(int function, int node, double freed, double above) {
        double most = above;
        Change best = null;
        int here = load.host(function);
        double price = price(function, node);
        double least = leastPrice(function);
        alike.begin();
        HostedFunctions hosted = load.hostedBy(node);
        for (int i = 0; i < hosted.size(); i++) {
            int other = hosted.at(i);
            if (mostOfSwap(function, other, freed) - least - leastPrice(other) <= most || !alike.isFirst(other)) {
                continue;
            }
            double gain = load.gainOfSwap(function, other) - price - price(other, here);
            if (gain > most) {
                most = gain;
                best = new Change(node, other, gain);
            }
        }
        return best;
    }

    /** No less than what both hosts gain if two functions change places, by what they gained when the pass began: a node never gains by what it takes. */
    private double mostOfSwap(int function, int other, double freed) {
        double more = load.cores(other) - load.cores(function);
        double wanted = load.requested(other) - load.requested(function);
        if (more <= 0 && wanted <= 0) {
            return freed;
        }
        return more >= 0 && wanted >= 0 ? relief[other] : freed + relief[other];
    }

    /** What leaving its host costs at least. */
    private double leastPrice(int function) {
        if (first[function] < 0) {
            return 0;
        }
        return load.host(function) == first[function] ? settings.move() : -settings.move();
    }

    /** What it costs more to be on that node than where the function is. */
    private double price(int function, int node) {
        if (first[function] < 0) {
            return 0;
        }
        double now = load.host(function) == first[function] ? 0 : settings.move();
        return (node == first[function] ? 0 : settings.move()) - now;
    }
}
