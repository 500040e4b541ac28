package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.energy.battery.Battery;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One run of a scenario: batteries in steps, calls and CPU time exactly between them. */
final class Simulation {
    static final double NETWORK_SECONDS = 0.1;
    private static final double MOVE_SECONDS = 15;
    private static final double MOVE_CORE_SECONDS = 10;
    private static final double SECONDS_PER_HOUR = 3_600;

    private final EnergyExperimentScenario scenario;
    private final EventQueue events = new EventQueue();
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<List<FunctionReplica>> functions = new ArrayList<>();
    private final List<SimulatedFunctionCaller> clients = new ArrayList<>();
    private final InputHistory inputs;

    private int moves;

    /** Decides where replicas are; asked at the beginning and after each step. */
    @FunctionalInterface
    interface Placement {
        /** A placement without functions: the result of nodes without load. */
        Placement NOTHING = (simulation, second) -> {};

        void place(Simulation simulation, int second);
    }

    Simulation(EnergyExperimentScenario scenario, long seed) {
        this.scenario = scenario;
        inputs = new InputHistory(scenario.nodes().size(), scenario.stepSeconds());
        double cores = scenario.power().cores() - EnergyExperimentScenario.SYSTEM_CORES;
        for (int node = 0; node < scenario.nodes().size(); node++) {
            nodes.add(new SimulatedNode(node, events, cores, new Battery(scenario.battery(), 0)));
        }
        for (SimulatedFunctionSettings load : scenario.functions()) {
            List<FunctionReplica> replicas = IntStream.range(0, load.replicas())
                    .mapToObj(i -> new FunctionReplica(load))
                    .toList();
            clients.add(new SimulatedFunctionCaller(
                    this, events, load, replicas, new Random(seed * 1_000_003 + clients.size() * 7_919)));
            functions.add(replicas);
        }
    }

    EnergyRunResult run(Placement placement) {
        placement.place(this, 0);
        clients.forEach(SimulatedFunctionCaller::start);
        for (int second = scenario.stepSeconds(); second <= scenario.seconds(); second += scenario.stepSeconds()) {
            events.runUntil(second);
            endStep(second - scenario.stepSeconds());
            if (second < scenario.seconds()) {
                placement.place(this, second);
            }
        }
        return outcome();
    }

    private void endStep(int begin) {
        double hours = scenario.stepSeconds() / SECONDS_PER_HOUR;
        double[] inputMw = new double[nodes.size()];
        for (SimulatedNode node : nodes) {
            double busy = EnergyExperimentScenario.SYSTEM_CORES + node.takeUsedCoreSeconds() / scenario.stepSeconds();
            inputMw[node.index()] = scenario.sun().inputMw(node.index(), begin);
            node.endStep(
                    inputMw[node.index()] * hours, scenario.power().milliwatt(busy) * hours, scenario.hostsMustRun());
        }
        inputs.add(inputMw);
    }

    private EnergyRunResult outcome() {
        int steps = scenario.seconds() / scenario.stepSeconds();
        double[] availability = nodes.stream()
                .mapToDouble(node -> 100.0 * node.upSteps() / steps)
                .toArray();
        long answered =
                clients.stream().mapToLong(SimulatedFunctionCaller::answered).sum();
        return new EnergyRunResult(availability, (double) answered / scenario.seconds(), moves, scenario.weakest());
    }

    EnergyExperimentScenario scenario() {
        return scenario;
    }

    List<SimulatedNode> nodes() {
        return nodes;
    }

    /** The replicas of each function. */
    List<List<FunctionReplica>> functions() {
        return functions;
    }

    InputHistory inputs() {
        return inputs;
    }

    double timeoutSeconds() {
        return scenario.timeoutSeconds();
    }

    boolean serves(int owner, List<FunctionReplica> replicas) {
        return nodes.get(owner).runs()
                && (!scenario.hostsMustRun() || replicas.stream().allMatch(Simulation::isHosted));
    }

    private static boolean isHosted(FunctionReplica replica) {
        SimulatedNode host = replica.host();
        return host != null && host.runs();
    }

    /** Places a replica for the first time, at no cost, or takes it off its node. */
    void put(FunctionReplica replica, @Nullable SimulatedNode node) {
        put(replica, node, 0, 0);
    }

    /** Moves a replica: it is away for a while, and its start costs CPU time. */
    void move(FunctionReplica replica, SimulatedNode node) {
        put(replica, node, MOVE_SECONDS, MOVE_CORE_SECONDS);
    }

    void countMove() {
        moves++;
    }

    private void put(FunctionReplica replica, @Nullable SimulatedNode node, double away, double startWork) {
        SimulatedNode old = replica.host();
        List<FunctionCall> lost = replica.clear();
        if (old != null) {
            old.remove(replica);
        }
        replica.placeOn(node, events.now() + away);
        if (node != null) {
            node.add(replica, startWork);
        }
        lost.forEach(FunctionCall::lose);
    }
}
