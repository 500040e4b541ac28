package dev.edgewise.sandbox.topology;

import java.util.StringTokenizer;

/** One line of a matrix file. */
final class MatrixRowParser {
    private MatrixRowParser() {}

    /** @param columns how many numbers the line must have, or -1 for any */
    static double[] parse(String text, String where, int columns) {
        StringTokenizer tokens = new StringTokenizer(text);
        double[] row = new double[tokens.countTokens()];
        if (columns >= 0 && row.length != columns) {
            throw new IllegalArgumentException(
                    where + ": " + row.length + " numbers; the lines before it have " + columns);
        }
        for (int column = 0; column < row.length; column++) {
            row[column] = number(tokens.nextToken(), where + ", column " + (column + 1));
        }
        return row;
    }

    private static double number(String token, String where) {
        double ms;
        try {
            ms = Double.parseDouble(token);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    where + ": '" + token + "' is not a number; a delay in ms is expected", e);
        }
        if (!(ms >= 0 && Double.isFinite(ms))) {
            throw new IllegalArgumentException(where + ": '" + token + "'; a delay is a finite number of ms from 0 up");
        }
        return ms;
    }
}
