package dev.edgewise.common.testing;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A Redis of its own for a test class, on a free port; it keeps its data when it is stopped and started again. */
public final class EmbeddedRedis implements BeforeAllCallback, AfterAllCallback {
    public static final String PASSWORD = "secret";

    private final int port = FreePorts.find();
    private final String user;
    private Path directory = newDirectory();
    private RedisProcess server;
    private LettuceConnectionFactory administrator;

    public EmbeddedRedis() {
        this("");
    }

    private EmbeddedRedis(String user) {
        this.user = user;
    }

    /** Returns one that has the users of the manifests; {@link #properties} names that of this service. */
    public static EmbeddedRedis forService(String name) {
        return new EmbeddedRedis(name);
    }

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
        if (administrator != null) {
            administrator.destroy();
            administrator = null;
        }
        stop();
        deleteData();
        directory.toFile().delete();
    }

    /** Returns the user of {@link #properties}; empty if that is anybody. */
    public String user() {
        return user;
    }

    public int port() {
        return port;
    }

    /** The properties that make a service use this Redis. */
    public List<String> properties() {
        return properties(user);
    }

    /** The properties that make a service use this Redis as this user; empty for anybody. */
    public List<String> properties(String user) {
        List<String> properties =
                new ArrayList<>(List.of("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + port));
        if (!user.isEmpty()) {
            properties.add("spring.data.redis.username=" + user);
            properties.add("spring.data.redis.password=" + PASSWORD);
        }
        return properties;
    }

    /** Returns what may do everything, whatever the user of {@link #properties} may do. */
    public StringRedisTemplate administrator() {
        LettuceConnectionFactory connections = administrator;
        if (connections == null) {
            connections = new LettuceConnectionFactory("127.0.0.1", port);
            connections.afterPropertiesSet();
            connections.start();
            administrator = connections;
        }
        return new StringRedisTemplate(connections);
    }

    public void start() {
        String[] users = user.isEmpty()
                ? new String[0]
                : RedisUsers.rules().keySet().stream()
                        .map(each -> "user " + each + " on >" + PASSWORD + " -@all " + RedisUsers.coarseRules(each))
                        .toArray(String[]::new);
        server = RedisProcess.startPersistent(port, directory, users);
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
