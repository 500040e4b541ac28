package dev.edgewise.global.remote;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when a member did not answer, or not as an API server does. What a request has done is unknown. */
final class MemberUnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean ofOneKind;

    MemberUnreachableException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.ofOneKind = false;
    }

    private MemberUnreachableException(String message) {
        super(message);
        this.ofOneKind = true;
    }

    /** Returns the failure of a question to which an error was answered: questions about other kinds may succeed. */
    static MemberUnreachableException ofOneKind(String message) {
        return new MemberUnreachableException(message);
    }

    boolean isOfOneKind() {
        return ofOneKind;
    }
}
