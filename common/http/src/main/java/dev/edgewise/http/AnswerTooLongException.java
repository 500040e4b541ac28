package dev.edgewise.http;

import java.io.IOException;

/** Thrown when a server answers with more bytes than the caller takes. */
public final class AnswerTooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    public AnswerTooLongException(int most) {
        super("the answer is longer than " + most + " bytes");
    }
}
