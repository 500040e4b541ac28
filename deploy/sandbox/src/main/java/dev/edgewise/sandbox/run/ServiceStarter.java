package dev.edgewise.sandbox.run;

import dev.edgewise.testkit.ExtractedJar;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Start of the suite's services. */
final class ServiceStarter {
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
    private final Map<String, Integer> ports = new ConcurrentHashMap<>();

    ServiceStarter(Path home, WorkDirectory work) {
        this.home = home;
        this.work = work;
    }

    /** @throws SandboxException if a jar has not been built */
    void check(List<ScenarioService> parts) {
        parts.forEach(part -> {
            if (!Files.isReadable(jar(part.service()))) {
                throw SandboxException.failure(jar(part.service()) + " is missing; deploy/sandbox/run builds it");
            }
        });
    }

    /** Address of a service, also before it is started. */
    URI address(String service) {
        int port = ports.computeIfAbsent(service, none -> FreePorts.find());
        return URI.create("http://127.0.0.1:" + port);
    }

    Started start(ScenarioService part, Path kubeconfig, RedisProcess redis) {
        String name = part.service();
        URI address = address(name);
        List<String> command = new ArrayList<>(List.of(ServiceProcess.java()));
        command.addAll(QUICK_START);
        command.addAll(List.of("-jar", ExtractedJar.of(jar(name)).toString()));
        command.addAll(part.settings());
        command.add("--server.port=" + address.getPort());
        command.add("--server.address=127.0.0.1");
        command.add("--edgewise.security.auth=none");
        command.add("--edgewise.kubernetes.namespace=" + DiscoverableServices.NAMESPACE);
        redis.properties().forEach(property -> command.add("--" + property));
        ServiceProcess process =
                ServiceProcess.start(name, command, Map.of("KUBECONFIG", kubeconfig.toString()), work.log(name));
        return new Started(process, address);
    }

    private Path jar(String name) {
        String module = name.equals("global-scheduler") ? "scheduler-service/global" : name;
        return home.resolve(module).resolve("target").resolve(name + ".jar");
    }
}
