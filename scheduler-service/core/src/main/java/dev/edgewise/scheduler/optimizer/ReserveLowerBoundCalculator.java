package dev.edgewise.scheduler.optimizer;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A lower bound of the reserves, whichever nodes are the backups: homes get weights of 0 to 1, whose sum over the homes
 * that one backup can stand in for is at most the number of failures. A backup keeps at least the weighted sum of the
 * demands of these homes, so that all together keep at least the weighted sum of all demands.
 *
 * <p>Source: a feasible solution of the dual of the linear relaxation, as for set multicover, found by multiplicative
 * weights; not the best bound there is.
 */
final class ReserveLowerBoundCalculator {
    private static final int ROUNDS = 400;
    private static final double STEP = 0.1;

    private final BackupAssignment assignment;
    private final PossibleRestartNodes nodes;
    private final int failures;
    private final Map<String, Home> homes = new LinkedHashMap<>();
    private final double[] prices;

    private static final class Home {
        private final BitSet backups = new BitSet();
        private double cost;
        private double weight;
    }

    /** @param nodesOfCluster how many there are */
    ReserveLowerBoundCalculator(
            BackupAssignment assignment, PossibleRestartNodes nodes, int failures, int nodesOfCluster) {
        this.assignment = assignment;
        this.nodes = nodes;
        this.failures = failures;
        this.prices = new double[nodesOfCluster];
    }

    /**
     * Returns the bound for the whole cluster; 0 if time ends before all pods were looked at, or one may restart on
     * more nodes than are looked at.
     */
    double cost(BooleanSupplier goesOn) {
        for (int pod = 0; pod < assignment.size(); pod++) {
            if (!goesOn.getAsBoolean()) {
                return 0;
            }
            add(pod);
        }
        if (nodes.isCut()) {
            return 0;
        }
        begin();
        double best = 0;
        for (int round = 0; round < ROUNDS && goesOn.getAsBoolean(); round++) {
            double[] loads = loads();
            best = Math.max(best, feasible(loads));
            change(loads);
        }
        return best;
    }

    private void add(int pod) {
        Home home = homes.computeIfAbsent(assignment.home(pod), name -> new Home());
        home.cost += assignment.cost().of(assignment.demand(pod));
        home.backups.set(assignment.backup(pod));
        for (int node : nodes.of(pod)) {
            home.backups.set(node);
        }
    }

    /** Begins as if each backup stood in for equal parts of all that it can. */
    private void begin() {
        List<Home> all = new ArrayList<>(homes.values());
        double sum = all.stream().mapToDouble(home -> home.cost).sum();
        for (Home home : all) {
            home.weight = 1.0 / home.backups.cardinality();
            home.backups.stream().forEach(backup -> prices[backup] = sum / prices.length);
        }
    }

    private double[] loads() {
        double[] loads = new double[prices.length];
        homes.values().forEach(home -> home.backups.stream().forEach(backup -> loads[backup] += home.weight));
        return loads;
    }

    /** Returns the bound that the weights give once each is reduced as far as its fullest backup demands. */
    private double feasible(double[] loads) {
        double sum = 0;
        for (Home home : homes.values()) {
            double most = home.backups.stream()
                    .mapToDouble(backup -> loads[backup] / failures)
                    .max()
                    .orElse(1);
            sum += home.cost * Math.min(1, home.weight / most);
        }
        return sum;
    }

    /**
     * Raises the prices of backups with more load than they may have, and lowers the weights of homes that need
     * expensive ones.
     */
    private void change(double[] loads) {
        for (int backup = 0; backup < prices.length; backup++) {
            prices[backup] *= Math.exp(STEP * (loads[backup] / failures - 1));
        }
        for (Home home : homes.values()) {
            double dear =
                    home.backups.stream().mapToDouble(backup -> prices[backup]).sum();
            double gain = Math.max(-1, Math.min(1, 1 - dear / home.cost));
            home.weight = Math.min(1, home.weight * Math.exp(STEP * gain));
        }
    }
}
