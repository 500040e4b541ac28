package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.core.JsonProcessingException;

/** What went wrong, in one line. */
final class Problem {
    private Problem() {}

    static String of(Throwable failure) {
        return failure instanceof JsonProcessingException json
                ? String.valueOf(json.getOriginalMessage())
                : String.valueOf(failure.getMessage());
    }
}
