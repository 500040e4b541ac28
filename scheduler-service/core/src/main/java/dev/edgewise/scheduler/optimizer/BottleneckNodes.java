package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The nodes for whose pods a backup keeps as much as it does, of one resource each: all of them must need less for it
 * to keep less.
 */
final class BottleneckNodes {
    private final BackupAssignment assignment;

    BottleneckNodes(BackupAssignment assignment) {
        this.assignment = assignment;
    }

    /** The different sets of nodes, one for each resource that is kept. */
    Set<List<String>> of(int backup) {
        NodeBackups cover = assignment.cover(backup);
        Set<List<String>> sets = new LinkedHashSet<>();
        add(cover, demand -> demand.resources().memory(), sets);
        add(cover, demand -> demand.resources().milliCpu(), sets);
        add(cover, demand -> demand.resources().ephemeralStorage(), sets);
        for (String scalar : cover.reserve().resources().scalars().keySet()) {
            add(cover, demand -> demand.resources().scalar(scalar), sets);
        }
        add(cover, ResourceDemand::pods, sets);
        return sets;
    }

    private static void add(NodeBackups cover, ToLongFunction<ResourceDemand> amount, Set<List<String>> sets) {
        if (amount.applyAsLong(cover.reserve()) == 0) {
            return;
        }
        long least = amount.applyAsLong(cover.smallest());
        List<String> homes = new ArrayList<>();
        for (Map.Entry<String, ResourceDemand> home : cover.byHome().entrySet()) {
            long needed = amount.applyAsLong(home.getValue());
            if (needed > 0 && needed >= least) {
                homes.add(home.getKey());
            }
        }
        sets.add(homes);
    }
}
