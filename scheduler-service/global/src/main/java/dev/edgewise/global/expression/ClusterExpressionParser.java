package dev.edgewise.global.expression;

import dev.edgewise.common.web.InvalidInputException;
import java.util.List;

/**
 * Reads {@code [c1, [c2, c3], c4]}: names with or without quotation marks, so that JSON is read, too. The text is read
 * once from left to right and never evaluated; the first error ends it.
 */
public final class ClusterExpressionParser {
    private static final String EXAMPLE = "a list such as [c1, [c2, c3], c4]";
    private static final char END = '\0';

    private final String text;
    private final ExpressionBuilder levels;
    private int at;

    private ClusterExpressionParser(String field, String text) {
        this.text = text;
        this.levels = new ExpressionBuilder(field);
    }

    /**
     * Returns the levels that the text says.
     *
     * @param field path of the field, for errors
     * @throws InvalidInputException that names the part that is wrong, its value and what is allowed
     */
    public static ClusterLevelExpression parse(String field, String text) {
        return new ClusterExpressionParser(field, text).parse();
    }

    /**
     * Returns the levels that a list of names and lists of names says, as JSON has it.
     *
     * @throws InvalidInputException that names the part that is wrong, its value and what is allowed
     */
    public static ClusterLevelExpression parse(String field, List<?> nested) {
        ExpressionBuilder levels = new ExpressionBuilder(field);
        for (Object entry : nested) {
            if (entry instanceof List<?> level) {
                levels.open();
                level.forEach(name -> levels.add(levels.nameOf(name)));
                levels.close();
            } else {
                levels.add(levels.nameOf(entry));
            }
        }
        return levels.build();
    }

    private ClusterLevelExpression parse() {
        if (next() != '[') {
            throw levels.wrong(levels.field(), text, EXAMPLE);
        }
        at++;
        entries();
        if (next() != END || at < text.length()) {
            throw levels.wrong(levels.field(), text.substring(at), "one list, and nothing after it");
        }
        return levels.build();
    }

    /** Reads entries up to the bracket that closes the outer list. */
    private void entries() {
        boolean isFirst = true;
        while (true) {
            char next = next();
            if (next == ']' && isFirst) {
                at++;
                if (!levels.isInLevel()) {
                    return;
                }
                levels.close();
                isFirst = false;
            } else if (next == '[') {
                levels.open();
                at++;
                isFirst = true;
                continue;
            } else {
                levels.add(name());
            }
            if (isClosed()) {
                return;
            }
            isFirst = false;
        }
    }

    /** Reads what follows an entry: brackets that close, and a comma unless the outer list is closed. */
    private boolean isClosed() {
        while (next() == ']') {
            at++;
            if (!levels.isInLevel()) {
                return true;
            }
            levels.close();
        }
        if (next() != ',') {
            throw levels.wrong(levels.path(), rest(), "followed by a comma or ]");
        }
        at++;
        return false;
    }

    private String name() {
        char mark = next();
        if (mark == '"' || mark == '\'') {
            int end = text.indexOf(mark, at + 1);
            if (end < 0) {
                throw levels.wrong(levels.path(), rest(), "a name with quotation marks on both sides");
            }
            String name = text.substring(at + 1, end);
            at = end + 1;
            return name;
        }
        int start = at;
        while (at < text.length() && ",[]\"'".indexOf(text.charAt(at)) < 0 && !isSpace(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private char next() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : END;
    }

    private static boolean isSpace(char character) {
        return character == ' ' || character == '\n' || character == '\r' || character == '\t';
    }

    private String rest() {
        return text.substring(at);
    }
}
