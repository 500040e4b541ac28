package dev.edgewise.benchmarks.throughput.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Watch events of the API server, one JSON text each. */
public final class Watch implements AutoCloseable {
    private final ApiConnection connection;
    private final BufferedReader lines;

    /**
     * Begins to watch.
     *
     * @param path with its query, {@code watch=1} included
     * @param accept the media type asked for
     */
    public Watch(ApiAccess access, String path, String accept) throws IOException {
        this.connection = new ApiConnection(access);
        this.lines = new BufferedReader(
                new InputStreamReader(connection.open(path, accept), StandardCharsets.UTF_8), 1 << 14);
    }

    /**
     * Waits for the next change; null if there is none for so long. After that the watch is of no more use.
     *
     * @param patience zero for as long as it takes
     * @throws WatchEndedException if the API server ended the watch
     * @throws IOException also if it says that it cannot go on
     */
    public @Nullable String next(Duration patience) throws IOException {
        connection.patience((int) patience.toMillis());
        String line;
        try {
            line = lines.readLine();
        } catch (SocketTimeoutException nothing) {
            return null;
        }
        if (line == null) {
            throw new WatchEndedException();
        }
        if (line.startsWith("{\"type\":\"ERROR\"")) {
            throw new IOException("the API server cannot watch on: " + line);
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
