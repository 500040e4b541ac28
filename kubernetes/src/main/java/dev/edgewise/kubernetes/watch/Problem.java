package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.core.JsonProcessingException;

/** One-line description of a failure. */
final class Problem {
    private Problem() {}

    static String of(Throwable failure) {
        return failure instanceof JsonProcessingException json
                ? String.valueOf(json.getOriginalMessage())
                : String.valueOf(failure.getMessage());
    }
}
