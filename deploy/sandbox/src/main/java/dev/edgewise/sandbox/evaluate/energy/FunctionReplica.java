package dev.edgewise.sandbox.evaluate.energy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A replica of a function: calls that run, and calls that wait. */
final class FunctionReplica {
    static final double DONE = 1e-9;

    private final SimulatedFunctionSettings load;
    private final List<FunctionCall> running = new ArrayList<>();
    private final Deque<FunctionCall> waiting = new ArrayDeque<>();

    private @Nullable SimulatedNode host;
    private double readyAt;

    FunctionReplica(SimulatedFunctionSettings load) {
        this.load = load;
    }

    SimulatedFunctionSettings load() {
        return load;
    }

    @Nullable
    SimulatedNode host() {
        return host;
    }

    /** Puts it on a node, or on none, where it answers from that second on. */
    void placeOn(@Nullable SimulatedNode node, double second) {
        host = node;
        readyAt = second;
    }

    boolean isReady(double second) {
        return host != null && second >= readyAt;
    }

    void accept(FunctionCall call) {
        waiting.add(call);
        start();
    }

    private void start() {
        while (!waiting.isEmpty() && (!load.oneAtATime() || running.isEmpty())) {
            running.add(waiting.remove());
        }
    }

    /** Cores that it would use if its node had enough. */
    double wantedCores() {
        if (running.isEmpty()) {
            return 0;
        }
        return load.oneAtATime() ? load.limitCores() : Math.min(running.size(), load.limitCores());
    }

    /** Works on all running calls alike; the core seconds that were used. */
    double work(double cores, double seconds) {
        double each = running.isEmpty() ? 0 : cores / running.size() * seconds;
        double used = 0;
        for (FunctionCall call : running) {
            double work = Math.min(each, call.coreSeconds());
            call.work(work);
            used += work;
        }
        return used;
    }

    /** Seconds until the next call ends with this many cores; infinite if none runs. */
    double untilNext(double cores) {
        double least = Double.POSITIVE_INFINITY;
        for (FunctionCall call : running) {
            least = Math.min(least, call.coreSeconds() * running.size() / cores);
        }
        return least;
    }

    /** Takes out what is done. */
    List<FunctionCall> finish() {
        List<FunctionCall> done = new ArrayList<>();
        for (Iterator<FunctionCall> calls = running.iterator(); calls.hasNext(); ) {
            FunctionCall call = calls.next();
            if (call.coreSeconds() < DONE) {
                calls.remove();
                done.add(call);
            }
        }
        start();
        return done;
    }

    /** Takes out everything. */
    List<FunctionCall> clear() {
        List<FunctionCall> all = new ArrayList<>(running);
        all.addAll(waiting);
        running.clear();
        waiting.clear();
        return all;
    }
}
