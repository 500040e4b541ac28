package dev.edgewise.sandbox.evaluate.energy;

import java.util.List;
import java.util.Random;

/** The sensors of a node that call one function. */
final class SimulatedFunctionCaller {
    private static final double HOLD_SECONDS = 1;
    private static final double LEAST_GAP_SECONDS = 1;
    private static final double FIRST_BATCH_SECOND = 1;

    private final Simulation simulation;
    private final EventQueue events;
    private final SimulatedFunctionSettings load;
    private final List<FunctionReplica> replicas;
    private final Random random;

    private long answered;

    SimulatedFunctionCaller(
            Simulation simulation,
            EventQueue events,
            SimulatedFunctionSettings load,
            List<FunctionReplica> replicas,
            Random random) {
        this.simulation = simulation;
        this.events = events;
        this.load = load;
        this.replicas = replicas;
        this.random = random;
    }

    long answered() {
        return answered;
    }

    void start() {
        if (load.arrivals() instanceof SimulatedFunctionSettings.ClosedLoop closed) {
            for (int thread = 0; thread < closed.threads(); thread++) {
                events.after(0, this::call);
            }
        } else {
            events.after(FIRST_BATCH_SECOND, this::batch);
        }
    }

    private void batch() {
        SimulatedFunctionSettings.OpenLoop open = (SimulatedFunctionSettings.OpenLoop) load.arrivals();
        int size = poisson(open.meanBatch());
        for (int i = 0; i < size; i++) {
            call();
        }
        double gap = -open.meanGapSeconds() * Math.log(1 - random.nextDouble());
        events.after(Math.max(LEAST_GAP_SECONDS, gap), this::batch);
    }

    /** Source: Knuth, The Art of Computer Programming 2, 3.4.1. */
    private int poisson(double mean) {
        double limit = Math.exp(-mean);
        double product = random.nextDouble();
        int size = 0;
        while (product > limit) {
            product *= random.nextDouble();
            size++;
        }
        return size;
    }

    private void call() {
        double work = load.coreSeconds() * (isClosed() ? 0.9 + 0.2 * random.nextDouble() : 1);
        FunctionReplica replica = replicas.get(replicas.size() == 1 ? 0 : random.nextInt(replicas.size()));
        SimulatedNode host = replica.host();
        if (host == null || !simulation.serves(load.owner(), replicas) || !replica.isReady(events.now())) {
            again(HOLD_SECONDS);
            return;
        }
        double begun = events.now();
        host.accept(replica, new FunctionCall(work, () -> answered(begun), () -> again(HOLD_SECONDS)));
    }

    private void answered(double begun) {
        if (events.now() - begun + Simulation.NETWORK_SECONDS <= simulation.timeoutSeconds()) {
            answered++;
        }
        again(Simulation.NETWORK_SECONDS);
    }

    private void again(double seconds) {
        if (isClosed()) {
            events.after(seconds, this::call);
        }
    }

    private boolean isClosed() {
        return load.arrivals() instanceof SimulatedFunctionSettings.ClosedLoop;
    }
}
