package dev.edgewise.networkprobe.matrix;

/** Thrown when a file is not what it should be; the message begins with {@code file:line:column:}. */
public class InvalidFileException extends Exception {
    private static final long serialVersionUID = 1L;

    /** A fault at a place in a file; line and column count from 1, the column in characters. */
    public InvalidFileException(String file, long line, long column, String reason) {
        super(file + ":" + line + ":" + column + ": " + reason);
    }

    /** A fault of a file as a whole, such as one that does not exist. */
    public InvalidFileException(String file, String reason) {
        super(file + ": " + reason);
    }
}
