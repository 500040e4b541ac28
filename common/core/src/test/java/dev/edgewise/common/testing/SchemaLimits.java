package dev.edgewise.common.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The limits that the schema of a kind sets, which requests for objects of that kind must have as well: the API server
 * refuses an object beyond them, and does not say which field of the request that was. Empty texts are not compared, as
 * a request may have one where it names nothing.
 */
public final class SchemaLimits {
    private static final Set<String> KEYWORDS =
            Set.of("maxItems", "minItems", "maxLength", "maximum", "minimum", "maxProperties", "minProperties");

    private final Map<String, Number> limits = new TreeMap<>();
    private final Set<String> compared = new TreeSet<>();

    /** @param schema as YAML is read */
    public SchemaLimits(@Nullable Object schema) {
        collect("", schema);
    }

    private void collect(String path, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> schema)) {
            return;
        }
        for (String keyword : KEYWORDS) {
            if (schema.get(keyword) instanceof Number limit) {
                limits.put(path + " " + keyword, limit);
            }
        }
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, property) -> collect(path.isEmpty() ? "" + name : path + "." + name, property));
        }
        collect(path + "[]", schema.get("items"));
        collect(path + ".*", schema.get("additionalProperties"));
    }

    /**
     * Asserts that a request is taken at the limit, and refused one beyond it.
     *
     * @param limit path and keyword, such as {@code spec.queueBased[].name maxLength}
     * @param field of the request, which the refusal names
     * @param request a request with that number: so many entries or characters, or the number itself
     */
    public void compare(String limit, String field, DoubleConsumer request) {
        compare(limit, field, 1, request);
    }

    /** @param step what is beyond the limit by the least */
    public void compare(String limit, String field, double step, DoubleConsumer request) {
        assertThat(limits).as("limits of the kind").containsKey(limit);
        double most = limits.get(limit).doubleValue();
        boolean isHighest = limit.contains(" max");
        assertThatCode(() -> request.accept(most)).as(limit + " " + most).doesNotThrowAnyException();
        assertThatThrownBy(() -> request.accept(isHighest ? most + step : most - step))
                .as("beyond " + limit + " " + most)
                .hasMessageStartingWith(field + " is ");
        compared.add(limit);
    }

    /**
     * Asserts that each limit was compared.
     *
     * @param others limits of fields that requests do not set
     */
    public void requireAllBut(Collection<String> others) {
        compared.addAll(others);
        assertThat(compared).containsExactlyElementsOf(limits.keySet());
    }
}
