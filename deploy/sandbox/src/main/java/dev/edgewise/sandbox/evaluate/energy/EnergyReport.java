package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.sandbox.evaluate.Report;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Figures and bars of one scenario. */
final class EnergyReport {
    private static final List<PlacementStrategy> BASELINES =
            List.of(PlacementStrategy.STATIC, PlacementStrategy.EVICTING);
    private static final List<PlacementStrategy> PAPERS = List.of(PlacementStrategy.ZONES, PlacementStrategy.FAASHOUSE);
    private static final List<PlacementStrategy> PLANNERS =
            List.of(PlacementStrategy.ZONES, PlacementStrategy.FAASHOUSE, PlacementStrategy.EDGEWISE);
    private static final List<Metric> OURS = List.of(Metric.SD, Metric.MINNODE, Metric.THROUGHPUT);

    /** Least gains of the papers' planners in percent. */
    private static final Map<Scenarios, List<Bar>> BARS = Map.of(
            Scenarios.TEN_NODE,
            List.of(
                    new Bar(PlacementStrategy.FAASHOUSE, PlacementStrategy.STATIC, Metric.SD, 30),
                    new Bar(PlacementStrategy.FAASHOUSE, PlacementStrategy.STATIC, Metric.WEAKEST, 40),
                    new Bar(PlacementStrategy.FAASHOUSE, PlacementStrategy.STATIC, Metric.THROUGHPUT, 30),
                    new Bar(PlacementStrategy.ZONES, PlacementStrategy.STATIC, Metric.SD, 30),
                    new Bar(PlacementStrategy.ZONES, PlacementStrategy.STATIC, Metric.WEAKEST, 40),
                    new Bar(PlacementStrategy.ZONES, PlacementStrategy.STATIC, Metric.THROUGHPUT, 30),
                    new Bar(PlacementStrategy.FAASHOUSE, PlacementStrategy.EVICTING, Metric.SD, 10),
                    new Bar(PlacementStrategy.FAASHOUSE, PlacementStrategy.EVICTING, Metric.THROUGHPUT, 6)),
            Scenarios.FIVE_NODE,
            List.of(
                    new Bar(PlacementStrategy.ZONES, PlacementStrategy.STATIC, Metric.MINNODE, 12),
                    new Bar(PlacementStrategy.ZONES, PlacementStrategy.STATIC, Metric.THROUGHPUT, 20)));

    /** Maximum moves of the papers' planners. */
    private static final Map<Scenarios, Integer> MOST_MOVES = Map.of(Scenarios.TEN_NODE, 60, Scenarios.FIVE_NODE, 80);

    /** Tolerance in percent points: a board that stops earlier may be charged again a few steps of 10 s earlier. */
    private static final double PHASE = 0.5;

    private final Scenarios scenario;
    private final Map<PlacementStrategy, List<EnergyRunResult>> outcomes;

    private record Bar(PlacementStrategy planner, PlacementStrategy baseline, Metric metric, double least) {}

    EnergyReport(Scenarios scenario, Map<PlacementStrategy, List<EnergyRunResult>> outcomes) {
        this.scenario = scenario;
        this.outcomes = outcomes;
    }

    void addTo(Report report) {
        for (PlacementStrategy contestant : PlacementStrategy.values()) {
            report.figures(name(contestant, "availability"), availability(contestant))
                    .figure(name(contestant, "moves"), moves(contestant));
        }
        for (PlacementStrategy planner : PLANNERS) {
            for (PlacementStrategy baseline : BASELINES) {
                for (Metric metric : Metric.values()) {
                    report.figure(gainName(planner, baseline, metric), gain(planner, baseline, metric));
                }
            }
        }
        comparisons(report);
        bars(report);
    }

    /** Our planner against the papers', on the same seeds. */
    private void comparisons(Report report) {
        for (PlacementStrategy paper : PAPERS) {
            for (Metric metric : OURS) {
                double gain = gain(PlacementStrategy.EDGEWISE, paper, metric);
                report.figure(gainName(PlacementStrategy.EDGEWISE, paper, metric), gain);
                if (scenario != Scenarios.FIVE_NODE_2022) {
                    report.above(gainName(PlacementStrategy.EDGEWISE, paper, metric), 0, gain);
                }
            }
            if (scenario != Scenarios.FIVE_NODE_2022) {
                report.above(
                        name(PlacementStrategy.EDGEWISE, "fewer_moves_than_" + paper.label()),
                        0,
                        moves(paper) - moves(PlacementStrategy.EDGEWISE));
            }
        }
    }

    private void bars(Report report) {
        for (Bar bar : BARS.getOrDefault(scenario, List.of())) {
            report.bar(
                    gainName(bar.planner(), bar.baseline(), bar.metric()),
                    bar.least(),
                    gain(bar.planner(), bar.baseline(), bar.metric()));
        }
        Integer most = MOST_MOVES.get(scenario);
        if (most != null) {
            PAPERS.forEach(paper -> report.bar(name(paper, "moves_below_" + most), 0, most - moves(paper)));
        }
        report.bar(scenario.label() + ".headroom_below_no_load", -PHASE, headroom());
    }

    /** The least distance of any node in any run to what it reaches without load in that run, in percent points. */
    private double headroom() {
        double least = Double.POSITIVE_INFINITY;
        for (PlacementStrategy contestant : PlacementStrategy.values()) {
            for (int run = 0;
                    contestant != PlacementStrategy.NO_LOAD
                            && run < of(contestant).size();
                    run++) {
                double[] own = of(contestant).get(run).availability();
                double[] bound = of(PlacementStrategy.NO_LOAD).get(run).availability();
                for (int node = 0; node < own.length; node++) {
                    least = Math.min(least, bound[node] - own[node]);
                }
            }
        }
        return least;
    }

    private double gain(PlacementStrategy planner, PlacementStrategy baseline, Metric metric) {
        return PairedGain.low(metric, of(planner), of(baseline));
    }

    private double[] availability(PlacementStrategy contestant) {
        List<EnergyRunResult> own = of(contestant);
        return IntStream.range(0, own.get(0).availability().length)
                .mapToDouble(node -> own.stream()
                        .mapToDouble(outcome -> outcome.availability()[node])
                        .average()
                        .orElse(Double.NaN))
                .toArray();
    }

    private double moves(PlacementStrategy contestant) {
        return of(contestant).stream()
                .mapToInt(EnergyRunResult::moves)
                .average()
                .orElse(Double.NaN);
    }

    private List<EnergyRunResult> of(PlacementStrategy contestant) {
        return Objects.requireNonNull(outcomes.get(contestant));
    }

    private String name(PlacementStrategy contestant, String figure) {
        return scenario.label() + "." + contestant.label() + "." + figure;
    }

    private String gainName(PlacementStrategy planner, PlacementStrategy baseline, Metric metric) {
        return name(planner, baseline.label() + "." + metric.label() + "_low");
    }
}
