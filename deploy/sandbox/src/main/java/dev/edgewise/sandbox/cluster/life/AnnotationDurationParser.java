package dev.edgewise.sandbox.cluster.life;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as annotations write them: {@code 250ms}, {@code 1.5s}, {@code 2m}, {@code 1h}. */
public final class AnnotationDurationParser {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h)");
    private static final Map<String, Integer> UNIT_MS = Map.of("ms", 1, "s", 1_000, "m", 60_000, "h", 3_600_000);

    private AnnotationDurationParser() {}

    /** @throws IllegalArgumentException naming the annotation and what is allowed, if it is no time */
    public static Duration parse(String annotation, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("annotation " + annotation + ": '" + text
                    + "'; a number and its unit are allowed, such as 250ms, 1.5s, 2m or 1h");
        }
        BigDecimal unit = BigDecimal.valueOf(UNIT_MS.getOrDefault(matcher.group(2), 1));
        return Duration.ofMillis(new BigDecimal(matcher.group(1)).multiply(unit).longValue());
    }
}
