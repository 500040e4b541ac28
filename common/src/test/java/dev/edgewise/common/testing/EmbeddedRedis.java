package dev.edgewise.common.testing;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Redis of its own for a test class, on a free port; it keeps its data when it is stopped and started again. */
public final class EmbeddedRedis implements BeforeAllCallback, AfterAllCallback {
    private final int port = FreePorts.find();
    private Path directory = newDirectory();
    private RedisProcess server;

    /** Runs once for each class of tests: subclasses of one that has it share it one after the other. */
    @Override
    public void beforeAll(ExtensionContext context) {
        if (!Files.isDirectory(directory)) {
            directory = newDirectory();
        }
        start();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        stop();
        deleteData();
        directory.toFile().delete();
    }

    public int port() {
        return port;
    }

    /** The properties that make a service use this Redis. */
    public List<String> properties() {
        return List.of("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + port);
    }

    public void start() {
        server = RedisProcess.startPersistent(port, directory);
    }

    public void stop() {
        server.close();
    }

    /** Deletes what a stopped Redis keeps: it will start empty. */
    public void deleteData() {
        try (Stream<Path> files = Files.list(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("edgewise-redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
