package dev.edgewise.benchmarks.throughput.api;

import java.nio.charset.StandardCharsets;

/** What the API server answered. */
public record Reply(int status, byte[] body) {
    public static final int NOT_FOUND = 404;
    public static final int CONFLICT = 409;

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
