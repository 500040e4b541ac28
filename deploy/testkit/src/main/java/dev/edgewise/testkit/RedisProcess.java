package dev.edgewise.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/** A Redis of one's own on a free port of the loopback address. */
public final class RedisProcess implements AutoCloseable {
    private final RedisServer server;
    private final int port;

    private RedisProcess(RedisServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Starts one that keeps nothing on a disk. @param settings further lines of its configuration, such as {@code
     * requirepass x}
     */
    public static RedisProcess start(String... settings) {
        return start(FreePorts.find(), "appendonly no", settings);
    }

    /**
     * Starts one on this port that keeps all that is written in this directory. @param settings further lines of its
     * configuration
     */
    public static RedisProcess startPersistent(int port, Path directory, String... settings) {
        String[] all = Arrays.copyOf(settings, settings.length + 2);
        all[settings.length] = "dir " + directory;
        all[settings.length + 1] = "appendfsync always";
        return start(port, "appendonly yes", all);
    }

    private static RedisProcess start(int port, String persistence, String... settings) {
        try {
            RedisServerBuilder builder = RedisServer.newRedisServer()
                    .port(port)
                    .bind("127.0.0.1")
                    .setting("save \"\"")
                    .setting(persistence);
            for (String setting : settings) {
                builder.setting(setting);
            }
            RedisServer server = builder.build();
            server.start();
            return new RedisProcess(server, port);
        } catch (IOException e) {
            throw new UncheckedIOException("Redis does not start", e);
        }
    }

    public int port() {
        return port;
    }

    /** The properties that make a service use it. */
    public List<String> properties() {
        return List.of("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + port);
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException("Redis does not stop", e);
        }
    }
}
