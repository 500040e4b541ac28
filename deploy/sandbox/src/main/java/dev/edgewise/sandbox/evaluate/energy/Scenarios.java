package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.energy.battery.BatterySettings;
import dev.edgewise.energy.battery.PowerModel;
import dev.edgewise.energy.series.InvalidSeriesException;
import dev.edgewise.energy.series.NodeTimeSeries;
import dev.edgewise.energy.series.SeriesCsvReader;
import dev.edgewise.sandbox.evaluate.energy.SimulatedFunctionSettings.ClosedLoop;
import dev.edgewise.sandbox.evaluate.energy.SimulatedFunctionSettings.OpenLoop;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The settings that can be asked for. */
enum Scenarios {
    /** Ten like boards, one object detection each: faasHouse, IEEE TSC 2024. */
    TEN_NODE("10-node") {
        @Override
        EnergyExperimentScenario scenario(long seed) {
            return tenNodes(
                    BatterySettings.FAAS_HOUSE,
                    sun("10-node-180min.csv", "homo", 1),
                    PI_3,
                    IntStream.range(0, 10).boxed().toList());
        }
    },
    /**
     * Five boards, three functions each, by the rules of 10-node: a board without power draws nothing and answers
     * nothing.
     */
    FIVE_NODE("5-node") {
        @Override
        EnergyExperimentScenario scenario(long seed) {
            return fiveNodes(BatterySettings.FAAS_HOUSE, 10, true);
        }
    },
    /** The 5-node scenario by the rules of the published run, CCGrid 2022: dead boards drain on and answer on. */
    FIVE_NODE_2022("5-node-2022") {
        @Override
        EnergyExperimentScenario scenario(long seed) {
            return fiveNodes(BatterySettings.ZONES, 30, false);
        }
    },
    /**
     * Each seed another 10-node: battery, sun and board as the papers varied them, each node between the sun of two,
     * and clients on other nodes.
     */
    VARIED("varied") {
        @Override
        EnergyExperimentScenario scenario(long seed) {
            // Consecutive seeds begin alike in java.util.Random.
            Random random = new Random(new SplittableRandom(seed).nextLong());
            double capacity = CAPACITIES.get(random.nextInt(CAPACITIES.size()));
            double scale = SCALES.get(random.nextInt(SCALES.size()));
            boolean hungry = random.nextInt(4) == 0;
            List<Integer> clients =
                    new ArrayList<>(IntStream.range(0, 10).boxed().toList());
            Collections.shuffle(clients, random);
            BatterySettings battery = new BatterySettings(capacity, 10, capacity / 10, false);
            // A board that needs more has a larger panel, or it would never run.
            EnergyExperimentScenario.Sun sun = sun("10-node-180min.csv", "homo", hungry ? 1.25 * scale : scale);
            return tenNodes(battery, between(sun, 10, random), hungry ? PI_4 : PI_3, clients);
        }
    };

    private static final PowerModel PI_3 = new PowerModel(1_900, 800, 4);
    private static final PowerModel PI_3_BARE = new PowerModel(1_700, 850, 4);
    private static final PowerModel PI_4 = new PowerModel(2_700, 925, 4);
    private static final List<Double> CAPACITIES = List.of(1_000.0, 1_250.0, 1_500.0, 1_750.0);
    private static final List<Double> SCALES = List.of(0.8, 1.0, 1.2, 1.4);

    /** Core seconds of one unit of the papers' abstract CPU counter; they do not define it. */
    private static final double CORE_SECONDS_PER_COUNT = 0.03;

    private final String label;

    Scenarios(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    abstract EnergyExperimentScenario scenario(long seed);

    /** @param clients for each node a number that says how many threads call its function: 1, 2, 3, 1, … */
    EnergyExperimentScenario tenNodes(
            BatterySettings battery, EnergyExperimentScenario.Sun sun, PowerModel power, List<Integer> clients) {
        List<SimulatedFunctionSettings> functions = IntStream.range(0, 10)
                .mapToObj(owner -> new SimulatedFunctionSettings(
                        owner, 1, 1_800, 1_800, 0.5, false, new ClosedLoop(clients.get(owner) % 3 + 1)))
                .toList();
        return new EnergyExperimentScenario(
                label,
                names("homo", 10),
                sun,
                battery,
                power,
                10,
                180,
                functions,
                true,
                15,
                new ChargeZoneRules(70, 20, 10, 0.2, true));
    }

    EnergyExperimentScenario fiveNodes(BatterySettings battery, int stepSeconds, boolean hostsMustRun) {
        List<SimulatedFunctionSettings> functions = new ArrayList<>();
        functions.addAll(sensors(0, 6, 5));
        functions.addAll(sensors(1, 20, 15));
        functions.addAll(sensors(2, 10, 8));
        functions.addAll(sensors(3, 10, 8));
        functions.addAll(sensors(4, 6, 5));
        return new EnergyExperimentScenario(
                label,
                names("w", 5),
                sun("5-node-240min.csv", "w", 1),
                battery,
                PI_3_BARE,
                stepSeconds,
                240,
                functions,
                hostsMustRun,
                30,
                ChargeZoneRules.DEFAULT);
    }

    private static List<SimulatedFunctionSettings> sensors(int owner, double irrigationGap, double monitorGap) {
        return List.of(
                sensor(owner, 400, 600, 75, new OpenLoop(irrigationGap, 1.9)),
                sensor(owner, 300, 450, 50, new OpenLoop(monitorGap, 1)),
                sensor(owner, 100, 150, 30, new OpenLoop(10, 1)));
    }

    private static SimulatedFunctionSettings sensor(int owner, int request, int limit, int counter, OpenLoop arrivals) {
        return new SimulatedFunctionSettings(
                owner, 2, request, limit, counter * CORE_SECONDS_PER_COUNT, true, arrivals);
    }

    private static List<String> names(String prefix, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
    }

    /** Measured sun of a file: the column of node 0 is {@code prefix} and 1, and so on. */
    private static EnergyExperimentScenario.Sun sun(String file, String prefix, double scale) {
        NodeTimeSeries series = series(file);
        return (node, second) -> scale * series.perHour(prefix + (node + 1), second);
    }

    /** Each node has something of its own sun, and the rest of another's. */
    private static EnergyExperimentScenario.Sun between(EnergyExperimentScenario.Sun sun, int nodes, Random random) {
        int[] others = random.ints(nodes, 0, nodes).toArray();
        double[] shares = random.doubles(nodes).toArray();
        return (node, second) ->
                shares[node] * sun.inputMw(node, second) + (1 - shares[node]) * sun.inputMw(others[node], second);
    }

    private static NodeTimeSeries series(String file) {
        try (InputStream in = Scenarios.class.getResourceAsStream("/energy/" + file)) {
            String text = new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
            return SeriesCsvReader.parse(file, text.lines().toList(), Double.MAX_VALUE, "mWh, 0 or more");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InvalidSeriesException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return label.toLowerCase(Locale.ROOT);
    }
}
