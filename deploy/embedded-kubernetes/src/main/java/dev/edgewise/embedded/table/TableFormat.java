package dev.edgewise.embedded.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.ApiRequest;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects as a {@code Table} of {@code meta.k8s.io}, for callers whose {@code Accept} header asks for one. Source:
 * k8s.io/apiserver/pkg/endpoints/handlers/response.go, asTable.
 */
public final class TableFormat {
    private static final String GROUP = "meta.k8s.io";
    private static final Set<String> INCLUDES = Set.of("None", "Metadata", "Object");

    private final List<Column> columns;
    private final String apiVersion;
    private final String include;
    private final Clock clock;

    private TableFormat(List<Column> columns, String apiVersion, String include, Clock clock) {
        this.columns = columns;
        this.apiVersion = apiVersion;
        this.include = include;
        this.clock = clock;
    }

    /** Selects the table format; null for a caller that prefers the objects themselves. */
    public static @Nullable TableFormat of(ResourceType type, ApiRequest request, Clock clock) {
        String version = version(request.accept());
        if (version.isEmpty()) {
            return null;
        }
        String include = request.query().getOrDefault("includeObject", "Metadata");
        if (!INCLUDES.contains(include)) {
            throw ApiException.badRequest(
                    "unrecognized includeObject value: \"%s\"; allowed are None, Metadata and Object"
                            .formatted(include));
        }
        return new TableFormat(PrinterColumns.of(type), GROUP + "/" + version, include, clock);
    }

    /** The version of the table if that is the first media type that can be answered; empty if it is another one. */
    private static String version(String accept) {
        return Arrays.stream(accept.split(","))
                .map(type -> List.of(type.replace(" ", "").split(";")))
                .filter(type -> type.stream().noneMatch(part -> part.startsWith("as=")) || isTable(type))
                .findFirst()
                .filter(TableFormat::isTable)
                .map(type -> type.contains("v=v1") ? "v1" : "v1beta1")
                .orElse("");
    }

    private static boolean isTable(List<String> type) {
        return type.contains("as=Table")
                && type.contains("g=" + GROUP)
                && (type.contains("v=v1") || type.contains("v=v1beta1"));
    }

    /**
     * @param objects in the form that the store keeps
     * @param withHeader whether to describe the columns, which a watch does only once
     * @param view the object in the version that the caller asked for
     */
    public ObjectNode render(
            Stream<ObjectNode> objects, String resourceVersion, boolean withHeader, UnaryOperator<ObjectNode> view) {
        ObjectNode table = Json.object().put("kind", "Table").put("apiVersion", apiVersion);
        table.putObject("metadata").put("resourceVersion", resourceVersion);
        ArrayNode definitions = table.putArray("columnDefinitions");
        if (withHeader) {
            columns.forEach(column -> column.describe(definitions.addObject()));
        }
        ArrayNode rows = table.putArray("rows");
        objects.forEach(object -> row(rows.addObject(), object, view));
        return table;
    }

    private void row(ObjectNode row, ObjectNode object, UnaryOperator<ObjectNode> view) {
        PrintedObject printed = new PrintedObject(object, clock.instant());
        ArrayNode cells = row.putArray("cells");
        columns.forEach(column -> cells.addPOJO(column.cell().apply(printed)));
        switch (include) {
            case "None" -> row.putNull("object");
            case "Object" -> row.set("object", view.apply(object));
            default ->
                row.putObject("object")
                        .put("kind", "PartialObjectMetadata")
                        .put("apiVersion", apiVersion)
                        .set("metadata", object.path("metadata"));
        }
    }
}
