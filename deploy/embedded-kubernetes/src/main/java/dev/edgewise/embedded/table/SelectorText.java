package dev.edgewise.embedded.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.embedded.store.Json;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Label selectors as a query writes them. Source: apimachinery/pkg/apis/meta/v1/helpers.go, FormatLabelSelector. */
final class SelectorText {
    private SelectorText() {}

    static String of(JsonNode selector) {
        return joined(Stream.concat(
                equalities(selector.path("matchLabels")),
                Json.objects(selector.path("matchExpressions")).map(SelectorText::requirement)));
    }

    static String labels(JsonNode labels) {
        return joined(equalities(labels));
    }

    private static Stream<String> equalities(JsonNode labels) {
        return labels.properties().stream()
                .map(label -> label.getKey() + "=" + label.getValue().asText());
    }

    private static String requirement(JsonNode expression) {
        String key = Json.text(expression, "key");
        String operator = Json.text(expression, "operator");
        return switch (operator) {
            case "Exists" -> key;
            case "DoesNotExist" -> "!" + key;
            default ->
                StreamSupport.stream(expression.path("values").spliterator(), false)
                        .map(JsonNode::asText)
                        .sorted()
                        .collect(Collectors.joining(",", key + (operator.equals("In") ? " in (" : " notin ("), ")"));
        };
    }

    private static String joined(Stream<String> requirements) {
        String text = requirements.sorted().collect(Collectors.joining(","));
        return text.isEmpty() ? PrintedObject.NONE : text;
    }
}
