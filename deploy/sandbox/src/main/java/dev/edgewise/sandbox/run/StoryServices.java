package dev.edgewise.sandbox.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The services of a story, with settings that let minutes pass as seconds. */
enum StoryServices {
    ALL,
    RECOVERY;

    private static final List<String> SCHEDULER =
            List.of("--edgewise.leader-election.enabled=false", "--edgewise.scheduler.recovery.profiles=edgewise");
    private static final List<String> ADAPTER = List.of(
            "--edgewise.energy-adapter.sources[0].type=push",
            "--edgewise.energy-adapter.refresh.every=1s",
            "--edgewise.energy-adapter.levels.dwell=1s");
    private static final List<String> OFFLOADER = List.of(
            "--edgewise.function-offloader.interval=2s",
            "--edgewise.function-offloader.safety.min-age=2s",
            "--edgewise.function-offloader.safety.bad-readings=2",
            "--edgewise.function-offloader.safety.good-readings=2",
            "--edgewise.function-offloader.safety.cool-down=30s",
            "--edgewise.function-offloader.safety.workload-window=5s");

    List<ScenarioService> of(ServiceStarter services, Path delays, Path metadata) {
        List<ScenarioService> parts = new ArrayList<>();
        parts.add(new ScenarioService(
                "network-probe",
                List.of(
                        "--edgewise.network-probe.static.matrix=" + delays,
                        "--edgewise.network-probe.static.metadata=" + metadata,
                        "--edgewise.network-probe.static.poll=1s")));
        parts.add(new ScenarioService("scheduler-service", SCHEDULER));
        if (this == ALL) {
            List<String> offloader = new ArrayList<>(OFFLOADER);
            offloader.add("--edgewise.function-offloader.scheduler.url=" + services.address("scheduler-service"));
            parts.add(new ScenarioService("energy-adapter", ADAPTER));
            parts.add(new ScenarioService("function-offloader", offloader));
            parts.add(new ScenarioService("reward-monitor", List.of()));
        }
        return parts;
    }
}
