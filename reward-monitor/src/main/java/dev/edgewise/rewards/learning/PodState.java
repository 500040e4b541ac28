package dev.edgewise.rewards.learning;

import java.util.Arrays;

/** What is kept of a pod that exists. */
final class PodState {
    final long print;
    private final String name;

    final Cell cell;
    /** When it was first seen, in ms since the epoch. */
    final long seen;
    /** The run of each container; of one that does not run, or is an init container, {@link Run#NONE}. */
    Run[] runs = {};
    /** Of its healthy time, what one container has. */
    double share = 1;
    /** When it was over as the API shows it, in ms since the epoch; 0 while it is not, or if that is unknown. */
    long over;
    /** Whether it is over, and all of it was counted though nothing else says so. */
    boolean isDone;
    /** Since when no container runs, in ms since the epoch; 0 once one did, or while an init container runs. */
    long waitsSince;

    /**
     * A container runs.
     *
     * @param started when it began by the clock of its node, in ms since the epoch; 0: it does not run
     * @param began the same by the clock here, as far as it was seen
     */
    record Run(long started, long began) {
        static final Run NONE = new Run(0, 0);

        boolean isOn() {
            return started > 0;
        }
    }

    PodState(long print, String name, Cell cell, long seen) {
        this.print = print;
        this.name = name;
        this.cell = cell;
        this.seen = seen;
    }

    /** {@code namespace/name}. */
    String fullName() {
        return cell.type.namespace + "/" + name;
    }

    /** Whether there were facts before: what is new in the next ones happened now. */
    boolean isKnown(long now) {
        return now > seen;
    }

    /** Whether a container's run is newer than what is known. */
    boolean begin(int container, long started, long now) {
        if (started <= runs[container].started()) {
            return false;
        }
        runs[container] = new Run(started, isKnown(now) ? now : Math.min(now, started));
        return true;
    }

    void end(int container) {
        runs[container] = Run.NONE;
    }

    void containers(int size) {
        int before = runs.length;
        if (before < size) {
            runs = Arrays.copyOf(runs, size);
            Arrays.fill(runs, before, size, Run.NONE);
        }
    }

    /** When the latest run began by the clock of its node; 0 if none runs. */
    long latestRun() {
        long latest = 0;
        for (Run run : runs) {
            latest = Math.max(latest, run.started());
        }
        return latest;
    }
}
