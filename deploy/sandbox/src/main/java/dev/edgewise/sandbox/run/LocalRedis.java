package dev.edgewise.sandbox.run;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import redis.embedded.RedisServer;

/** A Redis of this machine's own, without persistence. */
final class LocalRedis implements AutoCloseable {
    private static final Logger LOG = System.getLogger(LocalRedis.class.getName());

    private final RedisServer server;
    private final int port;

    private LocalRedis(RedisServer server, int port) {
        this.server = server;
        this.port = port;
    }

    static LocalRedis start() throws IOException {
        int port = FreePort.find();
        RedisServer server = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no")
                .build();
        server.start();
        return new LocalRedis(server, port);
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Redis did not stop cleanly", e);
        }
    }
}
