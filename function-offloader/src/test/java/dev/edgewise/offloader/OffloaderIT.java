package dev.edgewise.offloader;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replicas of the whole service, with an API server, a Redis and a scheduler that says what the test wants; and two
 * nodes.
 */
abstract class OffloaderIT extends ClusterIT {
    @RegisterExtension
    static final EmbeddedRedis REDIS = new EmbeddedRedis();

    @TempDir
    Path directory;

    final ScriptedScheduler scheduler = new ScriptedScheduler();
    private final List<Replica> replicas = new ArrayList<>();

    @BeforeEach
    void twoNodesAndAnEmptyStore() throws Exception {
        REDIS.stop();
        REDIS.deleteData();
        REDIS.start();
        client.resource(KubernetesObjects.node("edge-1")).create();
        client.resource(KubernetesObjects.node("edge-2")).create();
    }

    @AfterEach
    void stop() {
        replicas.forEach(Replica::close);
        scheduler.close();
    }

    Replica start(String... properties) throws IOException {
        return start(List.of(), properties);
    }

    /** @param sources besides the application's own */
    Replica start(List<Class<?>> sources, String... properties) throws IOException {
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("kubeconfig"));
        List<String> all = Stream.of(
                        Stream.of(
                                "edgewise.security.auth=none",
                                "edgewise.function-offloader.scheduler.url=" + scheduler.url()),
                        REDIS.properties().stream(),
                        Stream.of(properties))
                .flatMap(each -> each)
                .toList();
        Replica replica = new Replica(kubeconfig, sources, all);
        replicas.add(replica);
        return replica;
    }
}
