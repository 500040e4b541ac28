package dev.edgewise.global.remote;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A member did not answer, or not as an API server does. What a request has done is unknown. */
final class MemberUnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    MemberUnreachableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
