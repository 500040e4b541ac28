package dev.edgewise.http;

import java.io.IOException;

/** Thrown when a server answers with more than the caller takes. */
public final class AnswerTooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param most bytes */
    public AnswerTooLongException(int most) {
        this(most, "bytes");
    }

    /**
     * @param most of the unit
     * @param unit in which the answer is measured, in the plural
     */
    public AnswerTooLongException(int most, String unit) {
        super("the answer is longer than " + most + " " + unit);
    }
}
