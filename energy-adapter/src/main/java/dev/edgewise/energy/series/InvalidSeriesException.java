package dev.edgewise.energy.series;

/**
 * Thrown when a file of series is not what it should be; the message names the file, the line, the column, the value
 * and what is allowed.
 */
public final class InvalidSeriesException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidSeriesException(String file, int line, String reason) {
        super(file + ":" + line + ": " + reason);
    }
}
