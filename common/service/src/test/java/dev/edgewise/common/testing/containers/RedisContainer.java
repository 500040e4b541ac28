package dev.edgewise.common.testing.containers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.FixedHostPortGenericContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;

/**
 * A container with one or more Redis servers for a test class, which is skipped where there is no Docker engine. Its
 * ports are the same inside and outside, so that what Sentinel and Cluster say of themselves holds for their clients,
 * too.
 */
public final class RedisContainer implements BeforeAllCallback, AfterAllCallback {
    private static final String UP = "all servers are up";

    private final List<Integer> ports;
    private final List<String> properties;
    private final GenericContainer<?> container;

    /**
     * @param script starts the servers in the background and ends once they are up; {@code $1}, {@code $2} and so on
     *     are their ports
     * @param files in the container, by their paths
     */
    RedisContainer(List<Integer> ports, List<String> properties, Map<String, String> files, String script) {
        this.ports = List.copyOf(ports);
        this.properties = List.copyOf(properties);
        this.container = container(ports);
        List<String> command = new ArrayList<>(List.of("-c", script + "\necho " + UP + "\nexec sleep infinity", "sh"));
        ports.forEach(port -> command.add(port.toString()));
        container
                .withCreateContainerCmdModifier(create -> create.withEntrypoint("sh"))
                .withCommand(command.toArray(String[]::new))
                .waitingFor(Wait.forLogMessage(".*" + UP + ".*", 1));
        files.forEach((path, content) -> container.withCopyToContainer(Transferable.of(content, 0644), path));
    }

    /** The name of Redis' image: {@code EDGEWISE_REDIS_IMAGE}, where the public one is not to be had. */
    private static String image() {
        String image = System.getenv("EDGEWISE_REDIS_IMAGE");
        return image == null || image.isBlank() ? "redis:7" : image;
    }

    @SuppressWarnings({"deprecation", "resource"})
    private static GenericContainer<?> container(List<Integer> ports) {
        FixedHostPortGenericContainer<?> container = new FixedHostPortGenericContainer<>(image());
        ports.forEach(port -> container.withFixedExposedPort(port, port));
        return container;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "skipped: there is no Docker engine");
        container.start();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        container.stop();
    }

    /** Returns the settings with which a service uses these servers. */
    public List<String> properties() {
        return properties;
    }

    /** The ports of the servers, in the order of their start. */
    public List<Integer> ports() {
        return ports;
    }

    /** Returns the output of a {@code redis-cli} command; fails if Redis refuses the command. */
    public String cli(int port, String... command) {
        return run(Stream.concat(Stream.of("redis-cli", "-e", "-p", "" + port), Stream.of(command)));
    }

    /** Returns the output of a shell command. */
    public String shell(String line) {
        return run(Stream.of("sh", "-c", line));
    }

    private String run(Stream<String> command) {
        try {
            ExecResult result = container.execInContainer(command.toArray(String[]::new));
            if (result.getExitCode() != 0) {
                throw new IllegalStateException(result.toString());
            }
            return result.getStdout().strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
