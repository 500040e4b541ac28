package dev.edgewise.rewards.learning.state;

import dev.edgewise.rewards.estimates.OutcomeDecay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of one pod that exists: which of its containers run, and since when it waits to start. */
public final class PodState {
    private final long print;
    private final String name;
    private final PodTypeNodeState typeNode;
    private final long seen;
    /** The run of each container; {@link Run#NONE} for a container that does not run, and for init containers. */
    private Run[] runs = {};

    private double share = 1;
    private long over;
    private boolean isDone;
    private long waitsSince;

    /**
     * A run of a container.
     *
     * @param started when it began by the clock of its node, in ms since the epoch; 0: it does not run
     * @param began when it began by the clock here, as far as it was seen
     */
    public record Run(long started, long began) {
        static final Run NONE = new Run(0, 0);

        boolean isOn() {
            return started > 0;
        }
    }

    PodState(long print, String name, PodTypeNodeState typeNode, long seen) {
        this.print = print;
        this.name = name;
        this.typeNode = typeNode;
        this.seen = seen;
        this.waitsSince = seen;
    }

    /** The fingerprint of its uid. */
    long print() {
        return print;
    }

    public PodTypeNodeState typeNode() {
        return typeNode;
    }

    /** The time when it was first seen, in ms since the epoch. */
    public long seen() {
        return seen;
    }

    /** The name as {@code namespace/name}. */
    public String fullName() {
        return typeNode.type().namespace() + "/" + name;
    }

    /** Returns whether its facts came before: what is new in the next ones happened now. */
    public boolean isKnown(long now) {
        return now > seen;
    }

    /** Sets how many containers it has, and the share of one of them in its healthy time, 0..1. */
    public void containers(int size, double shareOfOne) {
        int before = runs.length;
        if (before < size) {
            runs = Arrays.copyOf(runs, size);
            Arrays.fill(runs, before, size, Run.NONE);
        }
        share = shareOfOne;
    }

    /** The number of its containers. */
    public int containers() {
        return runs.length;
    }

    /** The share of one container in its healthy time, 0..1. */
    public double share() {
        return share;
    }

    /** Begins the run of a container; returns false if a later one is known. */
    public boolean begin(int container, long started, long now) {
        if (started <= runs[container].started()) {
            return false;
        }
        runs[container] = new Run(started, isKnown(now) ? now : Math.min(now, started));
        return true;
    }

    /** Ends the run of a container, if it runs. */
    public void end(int container) {
        runs[container] = Run.NONE;
    }

    /** The run of a container; null if it does not run. */
    public @Nullable Run run(int container) {
        Run run = runs[container];
        return run.isOn() ? run : null;
    }

    /** Returns the runs of containers that run. */
    public List<Run> running() {
        List<Run> on = new ArrayList<>(runs.length);
        for (Run run : runs) {
            if (run.isOn()) {
                on.add(run);
            }
        }
        return on;
    }

    /** Returns the weight of its healthy time until a moment. */
    double healthyWeight(OutcomeDecay decay, long until) {
        double weight = 0;
        for (Run run : runs) {
            weight += run.isOn() ? share * decay.healthy(until - run.began()) : 0;
        }
        return weight;
    }

    /** Returns the length of the longest run that began at a moment or after it, in ms; 0 if there is none. */
    long longestRun(long from, long until) {
        long longest = 0;
        for (Run run : runs) {
            if (run.isOn() && run.began() >= from) {
                longest = Math.max(longest, until - run.began());
            }
        }
        return longest;
    }

    /** Returns when the latest run began by the clock of its node, in ms since the epoch; 0 if no container runs. */
    public long latestRun() {
        long latest = 0;
        for (Run run : runs) {
            latest = Math.max(latest, run.started());
        }
        return latest;
    }

    /**
     * The time when it ended as the API server shows it, in ms since the epoch; 0 if it has not, or if that is unknown.
     */
    long over() {
        return over;
    }

    /** Takes the moment at which it ended from the API; the latest one counts. */
    public void over(long at) {
        over = Math.max(over, at);
    }

    /** Returns whether it ended and all its outcomes were counted, though the record of them is forgotten. */
    public boolean isDone() {
        return isDone;
    }

    void markDone() {
        isDone = true;
    }

    /**
     * The time since which no container runs, in ms since the epoch; 0 once one ran, or while an init container runs.
     */
    public long waitsSince() {
        return waitsSince;
    }

    /** Begins to wait for a container to run, unless it waits already. */
    public void waitForRun(long now) {
        waitsSince = waitsSince == 0 ? now : waitsSince;
    }

    /** Waits no longer: a container ran, or an init container runs. */
    public void stopWaiting() {
        waitsSince = 0;
    }
}
