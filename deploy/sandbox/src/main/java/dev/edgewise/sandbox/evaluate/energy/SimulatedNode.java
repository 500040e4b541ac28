package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.energy.battery.Battery;
import dev.edgewise.energy.battery.BatteryState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A board: a battery, and cores that its replicas share. */
final class SimulatedNode {
    private final int index;
    private final EventQueue events;
    private final double cores;
    private final Battery battery;
    private final Set<FunctionReplica> replicas = new LinkedHashSet<>();

    private double startWork;
    private double share = 1;
    private double workedUntil;
    private double usedCoreSeconds;
    private long plan;
    private int upSteps;

    /** @param cores for functions and their start */
    SimulatedNode(int index, EventQueue events, double cores, Battery battery) {
        this.index = index;
        this.events = events;
        this.cores = cores;
        this.battery = battery;
    }

    int index() {
        return index;
    }

    Battery battery() {
        return battery;
    }

    Set<FunctionReplica> replicas() {
        return replicas;
    }

    boolean runs() {
        return battery.state() == BatteryState.RUNNING;
    }

    int upSteps() {
        return upSteps;
    }

    int requestedMillis() {
        return replicas.stream()
                .mapToInt(replica -> replica.load().requestMillis())
                .sum();
    }

    void add(FunctionReplica replica, double startWork) {
        change(() -> {
            replicas.add(replica);
            this.startWork += startWork;
        });
    }

    void remove(FunctionReplica replica) {
        change(() -> replicas.remove(replica));
    }

    void accept(FunctionReplica replica, FunctionCall call) {
        change(() -> replica.accept(call));
    }

    /** Applies a change of the running functions, between the work done so far and a new plan. */
    private void change(Runnable change) {
        work();
        change.run();
        plan();
    }

    private void work() {
        double seconds = events.now() - workedUntil;
        workedUntil = events.now();
        if (seconds <= 0) {
            return;
        }
        for (FunctionReplica replica : replicas) {
            usedCoreSeconds += replica.work(share * replica.wantedCores(), seconds);
        }
        double started = Math.min(startWork, share * seconds);
        startWork -= started;
        usedCoreSeconds += started;
    }

    /** Shares the cores, and schedules the end of the next call. */
    private void plan() {
        double wanted = startWork > FunctionReplica.DONE ? 1 : 0;
        for (FunctionReplica replica : replicas) {
            wanted += replica.wantedCores();
        }
        share = wanted > cores ? cores / wanted : 1;
        double next = startWork > FunctionReplica.DONE ? startWork / share : Double.POSITIVE_INFINITY;
        for (FunctionReplica replica : replicas) {
            next = Math.min(next, replica.untilNext(share * replica.wantedCores()));
        }
        long current = ++plan;
        if (next < Double.POSITIVE_INFINITY) {
            events.after(next, () -> {
                if (plan == current) {
                    finish();
                }
            });
        }
    }

    private void finish() {
        work();
        List<FunctionCall> done = new ArrayList<>();
        replicas.forEach(replica -> done.addAll(replica.finish()));
        plan();
        done.forEach(FunctionCall::answer);
    }

    /** Charges and drains for one step; a node that stops loses its calls. */
    void endStep(double inputMwh, double usedMwh, boolean losesCalls) {
        boolean ran = runs();
        battery.step(inputMwh, usedMwh);
        if (runs()) {
            upSteps++;
        } else if (ran && losesCalls) {
            stop();
        }
    }

    private void stop() {
        List<FunctionCall> lost = new ArrayList<>();
        change(() -> {
            startWork = 0;
            replicas.forEach(replica -> lost.addAll(replica.clear()));
        });
        lost.forEach(FunctionCall::lose);
    }

    /** Returns the CPU time that functions used since the last call, in core seconds. */
    double takeUsedCoreSeconds() {
        work();
        double used = usedCoreSeconds;
        usedCoreSeconds = 0;
        return used;
    }
}
