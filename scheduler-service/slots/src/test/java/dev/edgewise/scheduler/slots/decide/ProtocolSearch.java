package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.decide.ProtocolModel.Base;
import dev.edgewise.scheduler.slots.decide.ProtocolModel.Life;
import dev.edgewise.scheduler.slots.decide.ProtocolModel.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A breadth-first search over the states of {@link ProtocolModel} with two deciders, each of which has at most one
 * write under way. A write arrives at any later moment, or never. A state is a number: that of its cluster, and those
 * of the two writes.
 */
final class ProtocolSearch {
    private static final int WRITE_BITS = 20;
    private static final int WRITES = 1 << WRITE_BITS;

    private final ProtocolModel model;
    private final Map<Base, Integer> baseNumbers = new HashMap<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final Map<Write, Integer> writeNumbers = new HashMap<>();
    private final List<Write> writes = new ArrayList<>();
    private final Map<Long, Integer> landings = new HashMap<>();
    private final Set<Long> seen = new HashSet<>();
    private final Deque<Long> open = new ArrayDeque<>();
    int doubleClaims;
    int partialHolds;
    int oldPods;
    int leaks;
    int leftovers;
    int repetitions;

    ProtocolSearch(ProtocolModel model) {
        this.model = model;
        // Number 0 is no write.
        writes.add(new Write.Create(0));
    }

    /** A cluster with everything that may follow from it. */
    private record Cluster(Base base, int[] decisions, int[] next, int[] losses, boolean isQuiet) {}

    int states() {
        return seen.size();
    }

    ProtocolSearch all() {
        return until(() -> false);
    }

    /** Searches until something is found, or everything was looked at. */
    ProtocolSearch until(BooleanSupplier found) {
        visit(number(model.initial()), 0, 0);
        while (!open.isEmpty() && !found.getAsBoolean()) {
            expand(open.remove());
        }
        return this;
    }

    private void visit(int base, int first, int second) {
        int low = Math.min(first, second);
        int high = Math.max(first, second);
        long state = ((long) base * WRITES + low) * WRITES + high;
        if (seen.add(state)) {
            open.add(state);
        }
    }

    private void expand(long state) {
        int high = (int) (state % WRITES);
        int low = (int) (state / WRITES % WRITES);
        int base = (int) (state / WRITES / WRITES);
        Cluster cluster = cluster(base);
        if (high == 0 && cluster.isQuiet()) {
            leaks += hasLeak(cluster.base()) ? 1 : 0;
            leftovers += hasLeftover(cluster.base()) ? 1 : 0;
        }
        arrive(base, low, high);
        arrive(base, high, low);
        if (low == 0 && (high == 0 || model.deciders() > 1)) {
            for (int write : cluster.decisions()) {
                visit(base, write, high);
            }
        }
        for (int next : cluster.next()) {
            visit(next, low, high);
        }
        for (int next : cluster.losses()) {
            visit(next, unlessLedger(low), unlessLedger(high));
        }
    }

    /** Returns the write under way, or none if it replaces a version of the ledger: there is no version any more. */
    private int unlessLedger(int write) {
        return writes.get(write) instanceof Write.Ledger ? 0 : write;
    }

    private void arrive(int base, int write, int other) {
        if (write == 0) {
            return;
        }
        visit(base, 0, other);
        Write landing = writes.get(write);
        // The ledger has another version then: the other one is refused.
        boolean isRefused = landing instanceof Write.Ledger && writes.get(other) instanceof Write.Ledger;
        visit(landed(base, write), 0, isRefused ? 0 : other);
    }

    private int landed(int base, int write) {
        return landings.computeIfAbsent(
                (long) base * WRITES + write,
                key -> number(ProtocolModel.land(clusters.get(base).base(), writes.get(write))));
    }

    private int number(Base base) {
        Integer number = baseNumbers.get(base);
        if (number != null) {
            return number;
        }
        baseNumbers.put(base, clusters.size());
        clusters.add(new Cluster(base, new int[0], new int[0], new int[0], false));
        check(base);
        return clusters.size() - 1;
    }

    private Cluster cluster(int number) {
        Cluster cluster = clusters.get(number);
        if (cluster.next().length > 0 || cluster.isQuiet()) {
            return cluster;
        }
        Base base = cluster.base();
        List<Write> decisions = model.decide(base);
        List<Base> steps = model.steps(base);
        List<Base> next = new ArrayList<>(steps);
        next.addAll(model.deletions(base));
        Cluster known = new Cluster(
                base,
                decisions.stream().mapToInt(this::number).toArray(),
                next.stream().mapToInt(this::number).toArray(),
                model.losses(base).stream().mapToInt(this::number).toArray(),
                decisions.isEmpty() && steps.isEmpty());
        clusters.set(number, known);
        return known;
    }

    private int number(Write write) {
        return writeNumbers.computeIfAbsent(write, unknown -> {
            writes.add(unknown);
            return writes.size() - 1;
        });
    }

    private void check(Base base) {
        Collection<Claim> claims = base.claims().bySchedulingUid().values();
        doubleClaims += hasDoubleClaim(claims) ? 1 : 0;
        partialHolds += claims.stream()
                        .anyMatch(claim -> claim.holdsJobs() && claim.jobs().size() != 2)
                ? 1
                : 0;
        oldPods += base.pods().stream().anyMatch(pod -> ProtocolModel.isOld(base, pod)) ? 1 : 0;
        repetitions += ProtocolModel.hasRepetition(base) ? 1 : 0;
    }

    private static boolean hasDoubleClaim(Collection<Claim> claims) {
        Set<String> held = new HashSet<>();
        for (Claim claim : claims) {
            if (claim.holdsTestbed() && !held.add(claim.testbedUid())) {
                return true;
            }
            for (ClaimedJob job : claim.holdsJobs() ? claim.jobs() : List.<ClaimedJob>of()) {
                if (!held.add(job.uid())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A claim of a Scheduling that is gone. */
    private static boolean hasLeak(Base base) {
        for (int i = 0; i < base.lives().size(); i++) {
            if (base.lives().get(i) == Life.GONE
                    && base.claims().bySchedulingUid().containsKey("uid-s" + i)) {
                return true;
            }
        }
        return false;
    }

    /** Something that should have gone, or a Scheduling that waits although no claim is there. */
    private static boolean hasLeftover(Base base) {
        boolean hasWorkload = !base.pods().isEmpty() || base.apps().stream().anyMatch(app -> app != null);
        Collection<Claim> claims = base.claims().bySchedulingUid().values();
        boolean isUnfinished = claims.stream().anyMatch(Claim::holdsTestbed);
        boolean waitsForNothing = base.lives().contains(Life.PRESENT) && claims.isEmpty();
        return hasWorkload || base.lives().contains(Life.DELETED) || isUnfinished || waitsForNothing;
    }

    @Override
    public String toString() {
        return states() + " states of " + clusters.size() + " clusters: " + doubleClaims + " double claims, "
                + partialHolds + " partial holds, " + oldPods + " pods of old epochs, " + leaks + " leaks, " + leftovers
                + " left over, "
                + repetitions + " repetitions";
    }
}
