package dev.edgewise.training;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a service at its work, so that the Java that runs it can record which classes it loads and what its methods do
 * (JEP 483, 514, 515): {@code java -jar training.jar SERVICE COMMAND...}. The command starts the service; what it needs
 * to reach its surroundings is added. Needs neither a network nor a cluster: those are in this process and on the
 * loopback address. Ends with status 0 if the service did all that was asked of it.
 */
public final class AotTrainingRun {
    private AotTrainingRun() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2) {
            throw new IllegalArgumentException("usage: SERVICE COMMAND...");
        }
        TrainingWorkload lesson = lesson(arguments[0]);
        List<String> command = Arrays.asList(arguments).subList(1, arguments.length);
        Path work = Files.createTempDirectory("training-");
        try (TrainingRedis redis = new TrainingRedis()) {
            lesson.give(command, redis, work);
        }
        System.exit(0);
    }

    private static TrainingWorkload lesson(String service) {
        return switch (service) {
            case "scheduler-service" -> new SchedulerTrainingWorkload();
            case "network-probe" -> new ProbeTrainingWorkload();
            case "network-probe-agent" -> new ProbeAgentAotTrainingWorkload();
            case "energy-adapter" -> new EnergyTrainingWorkload();
            case "function-offloader" -> new OffloaderTrainingWorkload();
            case "reward-monitor" -> new RewardAotTrainingWorkload();
            case "global-scheduler" -> new GlobalTrainingWorkload();
            default ->
                throw new IllegalArgumentException(
                        "SERVICE is \"" + service
                                + "\": it must be scheduler-service, network-probe, network-probe-agent, energy-adapter, function-offloader, reward-monitor or global-scheduler");
        };
    }
}
