package dev.edgewise.sandbox.run;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A stock kube-scheduler that asks scheduler-service's extender, with the configuration that is deployed. */
final class KubeScheduler {
    private static final Path CONFIGURATION = Path.of("deploy/kubernetes/extender/rl-scheduler/kube-scheduler.yaml");

    private KubeScheduler() {}

    static ServiceProcess start(StartedSandbox stage, Path program, int extender) throws IOException {
        Path configuration = stage.work().file("kube-scheduler.yaml");
        String deployed = Files.readString(stage.settings().home().resolve(CONFIGURATION));
        Files.writeString(
                configuration,
                deployed.replace("http://scheduler-service:8082", "http://127.0.0.1:" + extender)
                                .replace("leaderElect: true", "leaderElect: false")
                        + "clientConnection: {kubeconfig: "
                        + stage.running().cluster().kubeconfig() + "}\n");
        List<String> command = List.of(
                program.toString(),
                "--config=" + configuration,
                "--bind-address=127.0.0.1",
                "--secure-port=" + FreePorts.find());
        return ServiceProcess.start(
                "kube-scheduler", command, Map.of(), stage.work().log("kube-scheduler"));
    }
}
