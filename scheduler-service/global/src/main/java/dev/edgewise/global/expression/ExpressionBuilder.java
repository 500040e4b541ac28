package dev.edgewise.global.expression;

import dev.edgewise.common.web.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the levels of an expression, and checks each name when it comes. The limits are those of the kind, and one
 * for all names.
 */
final class ExpressionBuilder {
    private static final int MOST_IN_A_LEVEL = 100;
    private static final int LONGEST_NAME = 63;
    private static final int LONGEST_VALUE = 80;

    private final String field;
    private final List<List<String>> levels = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private @Nullable List<String> level;

    ExpressionBuilder(String field) {
        this.field = field;
    }

    String field() {
        return field;
    }

    boolean isInLevel() {
        return level != null;
    }

    /** Begins a level of names that compete. */
    void open() {
        if (level != null) {
            throw wrong(path(), "[", "a name: lists are nested at most twice");
        }
        level = new ArrayList<>();
    }

    void close() {
        List<String> closed = level;
        if (closed == null || closed.isEmpty()) {
            throw wrong(field + "[" + levels.size() + "]", "[]", "a list with at least one name");
        }
        level = null;
        addLevel(closed);
    }

    void add(String name) {
        if (!isLabel(name)) {
            throw wrong(
                    path(),
                    name.isEmpty() ? "empty" : name,
                    "the name of a cluster: at most 63 of a-z, 0-9 and -, with a letter or digit at both ends");
        }
        if (!names.add(name)) {
            throw wrong(path(), name, "named once: it is in the list already");
        }
        if (names.size() > ClusterLevelExpression.MOST_NAMES) {
            throw wrong(
                    field,
                    names.size() + " names",
                    "a list of at most " + ClusterLevelExpression.MOST_NAMES + " names");
        }
        if (level != null) {
            addToLevel(level, name);
        } else {
            addLevel(List.of(name));
        }
    }

    private void addToLevel(List<String> present, String name) {
        present.add(name);
        if (present.size() > MOST_IN_A_LEVEL) {
            throw wrong(
                    field + "[" + levels.size() + "]",
                    present.size() + " names",
                    "a list of at most " + MOST_IN_A_LEVEL + " names");
        }
    }

    /** Returns the name if the value is one at all. */
    String nameOf(@Nullable Object value) {
        if (value instanceof String name) {
            return name;
        }
        boolean isDeep = level != null && value instanceof List<?>;
        throw wrong(
                path(),
                isDeep ? "a list" : String.valueOf(value),
                isDeep ? "a name: lists are nested at most twice" : "a name or a list of names");
    }

    private void addLevel(List<String> added) {
        levels.add(added);
        if (levels.size() > ClusterLevelExpression.MOST_LEVELS) {
            throw wrong(
                    field,
                    levels.size() + " levels",
                    "a list of at most " + ClusterLevelExpression.MOST_LEVELS + " levels");
        }
    }

    ClusterLevelExpression build() {
        if (levels.isEmpty()) {
            throw wrong(field, "[]", "a list with at least one name");
        }
        return new ClusterLevelExpression(levels);
    }

    /** Returns the path of the entry that comes next. */
    String path() {
        String path = field + "[" + levels.size() + "]";
        return level == null ? path : path + "[" + level.size() + "]";
    }

    InvalidInputException wrong(String path, String value, String allowed) {
        String cut = value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "…";
        return new InvalidInputException(path, cut.replaceAll("\\p{Cntrl}", " "), allowed);
    }

    private static boolean isLabel(String name) {
        int length = name.length();
        if (length == 0 || length > LONGEST_NAME || name.charAt(0) == '-' || name.charAt(length - 1) == '-') {
            return false;
        }
        return name.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-');
    }
}
