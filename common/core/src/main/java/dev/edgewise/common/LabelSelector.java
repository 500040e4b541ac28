package dev.edgewise.common;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Selects objects by labels: {@code key=value}, {@code key!=value}, {@code key in (a, b)}, {@code key notin (a, b)},
 * {@code key} and {@code !key}, all of which must hold.
 */
public final class LabelSelector implements Predicate<Map<String, String>> {
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?");
    private static final Pattern SET = Pattern.compile("(\\S+)\\s+(in|notin)\\s*\\(([^()]*)\\)");
    private static final String COMMA_OUTSIDE_OF_SETS = ",(?![^(]*\\))";
    private static final Pattern VALUE = Pattern.compile("([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?");

    private final List<Term> terms;

    private record Term(String key, Predicate<Map<String, String>> holds) {}

    /** @throws IllegalArgumentException if it is no such selector; the message says what is allowed */
    public LabelSelector(String text) {
        this.terms = text.isBlank()
                ? List.of()
                : Arrays.stream(text.split(COMMA_OUTSIDE_OF_SETS, -1))
                        .map(term -> term(text, term.strip()))
                        .toList();
    }

    @Override
    public boolean test(Map<String, String> labels) {
        return terms.stream().allMatch(term -> term.holds().test(labels));
    }

    /** Keys of the labels that this selector reads. */
    public Set<String> keys() {
        return terms.stream().map(Term::key).collect(Collectors.toUnmodifiableSet());
    }

    private static Term term(String text, String term) {
        Matcher set = SET.matcher(term);
        if (set.matches()) {
            String key = key(text, set.group(1));
            return new Term(key, isIn(text, key, set.group(2).equals("in"), set.group(3)));
        }
        int sign = term.indexOf('=');
        if (sign < 0) {
            boolean absent = term.startsWith("!");
            String key = key(text, absent ? term.substring(1) : term);
            return new Term(key, labels -> labels.containsKey(key) != absent);
        }
        boolean differs = sign > 0 && term.charAt(sign - 1) == '!';
        String key = key(text, term.substring(0, differs ? sign - 1 : sign));
        String value = term.substring(sign + 1).replaceFirst("^=", "").strip();
        require(VALUE.matcher(value).matches(), text);
        return new Term(key, labels -> value.equals(labels.get(key)) != differs);
    }

    private static Predicate<Map<String, String>> isIn(String text, String key, boolean wanted, String list) {
        Set<String> values =
                Arrays.stream(list.split(",", -1)).map(String::strip).collect(Collectors.toSet());
        require(values.stream().allMatch(value -> VALUE.matcher(value).matches()), text);
        return labels -> (labels.containsKey(key) && values.contains(labels.get(key))) == wanted;
    }

    private static String key(String text, String key) {
        require(KEY.matcher(key.strip()).matches(), text);
        return key.strip();
    }

    private static void require(boolean holds, String text) {
        if (!holds) {
            throw new IllegalArgumentException("selector is \"" + text
                    + "\": it must be empty, or one or more of key=value, key!=value, key in (a, b), key notin (a, b), key and !key,"
                    + " with commas between them");
        }
    }
}
