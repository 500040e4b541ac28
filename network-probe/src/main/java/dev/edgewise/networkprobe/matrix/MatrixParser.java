package dev.edgewise.networkprobe.matrix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Reads a delay matrix: one row a line, milliseconds separated by blanks or tabs. Empty lines and the rest of a line
 * after {@code #} are skipped, as the prototype's numpy does. Delays are rounded to whole microseconds.
 */
public final class MatrixParser {
    /** The longest delay that is taken for one: a day, in ms. */
    static final double MAX_MILLIS = 86_400_000;

    private static final long MICROS_PER_MILLI = 1_000;
    private static final Pattern DECIMAL = Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");

    private final String file;
    private final byte[] text;
    private int at;
    private int lineStart;
    private int line = 1;
    private int size;
    private int rows;
    private long[] micros = new long[0];

    private MatrixParser(String file, byte[] text) {
        this.file = file;
        this.text = text;
    }

    /**
     * Reads a matrix.
     *
     * @param file the name of the file, for errors
     * @throws InvalidFileException if it is empty, not square, or a value is no number, negative or not finite
     */
    public static DelayMatrix parse(String file, byte[] text) throws InvalidFileException {
        return new MatrixParser(file, text).matrix();
    }

    private DelayMatrix matrix() throws InvalidFileException {
        while (at < text.length) {
            row();
            endLine();
        }
        if (rows == 0) {
            throw bad(lineStart, "there is no value: a matrix of delays in ms is expected");
        }
        if (rows < size) {
            throw bad(at, "the matrix ends after " + rows + " rows of " + size + " values: it must be square");
        }
        return new DelayMatrix(size, micros);
    }

    private void row() throws InvalidFileException {
        int values = 0;
        while (skipBlanks()) {
            int start = at;
            long value = value(values + 1);
            if (rows == 0) {
                size = values + 1;
                ensureRoom();
            } else if (rows == size) {
                throw bad(
                        start,
                        "row " + (rows + 1) + " is one too many: the matrix has " + size
                                + " columns and must be square");
            } else if (values == size) {
                throw bad(
                        start,
                        "the row has more than " + size
                                + " values, which the first row has: the matrix must be square");
            }
            micros[rows * size + values++] = value;
        }
        if (values > 0 && values < size) {
            throw bad(
                    at,
                    "the row has " + values + " values and the first row has " + size + ": the matrix must be square");
        }
        if (values > 0 && rows++ == 0) {
            micros = Arrays.copyOf(micros, Math.multiplyExact(size, size));
        }
    }

    private void ensureRoom() {
        if (size > micros.length) {
            micros = Arrays.copyOf(micros, Math.max(64, micros.length * 2));
        }
    }

    /** Moves to the next value of the line; false at its end. */
    private boolean skipBlanks() {
        while (at < text.length && text[at] != '\n' && text[at] <= ' ' && text[at] >= 0) {
            at++;
        }
        return at < text.length && text[at] != '\n' && text[at] != '#';
    }

    private void endLine() {
        while (at < text.length && text[at] != '\n') {
            at++;
        }
        if (at < text.length) {
            at++;
            line++;
            lineStart = at;
        }
    }

    private long value(int column) throws InvalidFileException {
        int start = at;
        while (at < text.length && (text[at] > ' ' || text[at] < 0) && text[at] != '#') {
            at++;
        }
        String token = new String(text, start, at - start, ISO_8859_1);
        double millis = DECIMAL.matcher(token).matches() ? Double.parseDouble(token) : Double.NaN;
        if (millis >= 0 && millis <= MAX_MILLIS) {
            return Math.round(millis * MICROS_PER_MILLI);
        }
        throw bad(
                start,
                "value " + column + " of the row is \"" + token.substring(0, Math.min(token.length(), 40))
                        + "\": it must be a delay in ms, a number from 0 to 86400000");
    }

    private InvalidFileException bad(int place, String reason) {
        return new InvalidFileException(file, line, place - lineStart + 1, reason);
    }
}
