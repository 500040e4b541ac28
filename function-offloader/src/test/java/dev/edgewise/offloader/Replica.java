package dev.edgewise.offloader;

import dev.edgewise.kubernetes.testing.ServiceReplica;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** One function-offloader in this process, which needs no long time to be sure. */
final class Replica extends ServiceReplica {
    /** @param sources besides the application's own */
    Replica(Path kubeconfig, List<Class<?>> sources, List<String> properties) {
        super(
                FunctionOffloaderApplication.class,
                kubeconfig,
                sources,
                Stream.concat(
                        Stream.of(
                                "edgewise.function-offloader.interval=100ms",
                                "edgewise.function-offloader.safety.min-age=0s",
                                "edgewise.function-offloader.safety.bad-readings=1"),
                        properties.stream()));
    }

    HttpResponse<String> post(String path, String body) {
        return call("POST", path, body);
    }
}
