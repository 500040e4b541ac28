package dev.edgewise.benchmarks.throughput.api;

import dev.edgewise.http.StreamingHttpResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Watch events of the API server, one JSON text each. */
public final class Watch implements AutoCloseable {
    /** Content type for watches where names are enough; the API server then sends metadata only. */
    public static final String NAMES_ONLY = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

    private final StreamingHttpResponse stream;
    private final BufferedReader lines;

    /**
     * Begins to watch.
     *
     * @param path with its query, {@code watch=1} included
     * @param accept the media type asked for
     */
    public Watch(ClusterApi api, String path, String accept) throws IOException {
        this.stream = api.open(path, accept);
        this.lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8), 1 << 14);
    }

    /**
     * Waits for the next change.
     *
     * @throws WatchEndedException if the API server ended the watch
     * @throws IOException also if it says that it cannot continue
     */
    public String next() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new WatchEndedException();
        }
        if (line.startsWith("{\"type\":\"ERROR\"")) {
            throw new IOException("the API server cannot watch on: " + line);
        }
        return line;
    }

    @Override
    public void close() {
        stream.close();
    }
}
