package dev.edgewise.offloader.planning;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Improves a plan by moves and swaps: each function in turn takes the best that is open to it. */
final class LocalSearch {
    private static final double LEAST_GAIN = 1e-9;
    private static final int NO_PARTNER = -1;

    private final EvaluatedPlacement load;
    private final EdgewisePlannerSettings settings;
    private final IdenticalFunctions alike;
    private final TargetNodes targets;

    /** The node of each function at first, -1 if nowhere. */
    private final int[] first;

    /** @param partner the function that comes back in exchange, or {@link #NO_PARTNER} */
    private record Change(int node, int partner, double gain) {}

    LocalSearch(EvaluatedPlacement load, PlanningView view, EdgewisePlannerSettings settings) {
        this.load = load;
        this.settings = settings;
        alike = new IdenticalFunctions(load, view);
        first = view.functions().stream().mapToInt(PlannedFunction::host).toArray();
        targets = new TargetNodes(load, view.nodes().size(), settings.targets());
    }

    int[] hosts() {
        return load.hosts();
    }

    /**
     * Lets each function choose that may gain, those first whose hosts gain most without them; whether anything moved.
     */
    boolean improve() {
        targets.choose();
        boolean any = false;
        for (int function : inTurn()) {
            any |= choose(function);
        }
        return any;
    }

    private int[] inTurn() {
        return IntStream.range(0, first.length)
                .filter(function -> load.relief(function) > leastPrice(function))
                .boxed()
                .sorted(this::before)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int before(int one, int other) {
        int order = Double.compare(load.relief(other), load.relief(one));
        return order == 0 ? Integer.compare(one, other) : order;
    }

    private boolean choose(int function) {
        int old = load.host(function);
        boolean moved = old != first[function];
        Change best = best(function, moved ? IdenticalFunctions.NEVER : alike.contentAt(function));
        if (best == null && !moved) {
            alike.isContent(function, load.now());
        }
        if (best == null) {
            return false;
        }
        load.move(function, best.node());
        if (best.partner() != NO_PARTNER) {
            load.move(best.partner(), old);
        }
        return true;
    }

    /** @param content moment at which nothing was better: what is as it was then is no better now */
    private @Nullable Change best(int function, int content) {
        int here = load.host(function);
        boolean same = !load.hasChanged(here, content);
        double most = LEAST_GAIN;
        Change best = null;
        for (int node : open(function)) {
            if (node == here || same && targets.isSameSince(node, content)) {
                continue;
            }
            double gain = gainOfMove(function, node);
            if (gain > most) {
                most = gain;
                best = new Change(node, NO_PARTNER, gain);
            }
            Change swap = bestSwap(function, node, most);
            if (swap != null) {
                most = swap.gain();
                best = swap;
            }
        }
        return best;
    }

    /**
     * The nodes that a function may go to: a function that was moved may also go home, so that a move that is not
     * needed any more is taken back.
     */
    private int[] open(int function) {
        int home = first[function];
        return home < 0 || home == load.host(function) ? targets.nodes() : targets.with(home);
    }

    private double gainOfMove(int function, int node) {
        return load.fits(function, node)
                ? load.relief(function) + load.gainOf(node, function) - price(function, node)
                : 0;
    }

    private @Nullable Change bestSwap(int function, int node, double above) {
        double most = above;
        Change best = null;
        int here = load.host(function);
        double price = price(function, node);
        alike.begin();
        HostedFunctions hosted = load.hostedBy(node);
        for (int i = 0; i < hosted.size(); i++) {
            int other = hosted.at(i);
            double back = price(other, here);
            if (!alike.isFirst(other, back)) {
                continue;
            }
            double gain = load.gainOfSwap(function, other) - price - back;
            if (gain > most) {
                most = gain;
                best = new Change(node, other, gain);
            }
        }
        return best;
    }

    /** The least price of leaving its host. */
    private double leastPrice(int function) {
        if (first[function] < 0) {
            return 0;
        }
        return load.host(function) == first[function] ? settings.move() : -settings.move();
    }

    /** The price of that node beyond the price of where the function is. */
    private double price(int function, int node) {
        if (first[function] < 0) {
            return 0;
        }
        double now = load.host(function) == first[function] ? 0 : settings.move();
        return (node == first[function] ? 0 : settings.move()) - now;
    }
}
