package dev.edgewise.sandbox.run;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the suite's services are started here. */
final class Services {
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

    Started networkProbe(Path matrix, Path metadata, Path kubeconfig, int redis) {
        return start(
                "network-probe",
                List.of(
                        "--edgewise.network-probe.static.matrix=" + matrix,
                        "--edgewise.network-probe.static.metadata=" + metadata),
                kubeconfig,
                redis);
    }

    Started schedulerService(Path kubeconfig, int redis) {
        return start("scheduler-service", List.of("--edgewise.leader-election.enabled=false"), kubeconfig, redis);
    }

    private Started start(String name, List<String> own, Path kubeconfig, int redis) {
        int port = FreePort.find();
        List<String> arguments = new ArrayList<>(own);
        arguments.add("--server.port=" + port);
        arguments.add("--server.address=127.0.0.1");
        arguments.add("--edgewise.security.auth=none");
        arguments.add("--spring.data.redis.host=127.0.0.1");
        arguments.add("--spring.data.redis.port=" + redis);
        ServiceProcess process = ServiceProcess.start(
                name, jar(name), arguments, Map.of("KUBECONFIG", kubeconfig.toString()), work.log(name));
        return new Started(process, URI.create("http://127.0.0.1:" + port));
    }

    private Path jar(String name) {
        return home.resolve(name).resolve("target").resolve(name + ".jar");
    }
}
