package dev.edgewise.sandbox.run;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the suite's services are started here. */
final class Services {
    private static final List<String> QUICK_START =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");
    private static final String READY = "/actuator/health/readiness";

    /** A started service and where it answers. */
    record Started(ServiceProcess process, URI address) {
        URI health() {
            return address.resolve(READY);
        }
    }

    private final Path home;
    private final WorkDirectory work;

    Services(Path home, WorkDirectory work) {
        this.home = home;
        this.work = work;
    }

    /** @throws SandboxException if a jar has not been built */
    void check() {
        List.of("network-probe", "scheduler-service").forEach(name -> {
            if (!Files.isReadable(jar(name))) {
                throw SandboxException.failure(jar(name) + " is missing; deploy/sandbox/run builds it");
            }
        });
    }

    Started networkProbe(Path matrix, Path metadata, Path kubeconfig, RedisProcess redis) {
        return start(
                "network-probe",
                List.of(
                        "--edgewise.network-probe.static.matrix=" + matrix,
                        "--edgewise.network-probe.static.metadata=" + metadata),
                kubeconfig,
                redis);
    }

    Started schedulerService(Path kubeconfig, RedisProcess redis) {
        return start("scheduler-service", List.of("--edgewise.leader-election.enabled=false"), kubeconfig, redis);
    }

    private Started start(String name, List<String> own, Path kubeconfig, RedisProcess redis) {
        int port = FreePorts.find();
        List<String> command = new ArrayList<>(List.of(ServiceProcess.java()));
        command.addAll(QUICK_START);
        command.addAll(List.of("-jar", jar(name).toString()));
        command.addAll(own);
        command.add("--server.port=" + port);
        command.add("--server.address=127.0.0.1");
        command.add("--edgewise.security.auth=none");
        redis.properties().forEach(property -> command.add("--" + property));
        ServiceProcess process =
                ServiceProcess.start(name, command, Map.of("KUBECONFIG", kubeconfig.toString()), work.log(name));
        return new Started(process, URI.create("http://127.0.0.1:" + port));
    }

    private Path jar(String name) {
        return home.resolve(name).resolve("target").resolve(name + ".jar");
    }
}
