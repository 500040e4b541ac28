package dev.edgewise.embedded.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.ApiRequest;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.StoredObject;
import dev.edgewise.embedded.table.TableFormat;
import java.time.Clock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * View of stored objects in the version and the format that a caller requested.
 *
 * @param table null for the objects themselves
 */
record RequestedObjectRenderer(ResourceType asked, @Nullable TableFormat table) {

    static RequestedObjectRenderer of(ResourceType asked, ApiRequest request, Clock clock) {
        return new RequestedObjectRenderer(asked, TableFormat.of(asked, request, clock));
    }

    String one(StoredObject object) {
        return one(object, true);
    }

    /** @param withHeader whether a table describes its columns */
    String one(StoredObject object, boolean withHeader) {
        return table == null && isStoredForm(asked, object.json()) ? object.text() : one(object.json(), withHeader);
    }

    String one(ObjectNode stored, boolean withHeader) {
        String version = Json.text(stored, "metadata", "resourceVersion");
        return Json.render(
                table == null ? tree(asked, stored) : table.render(Stream.of(stored), version, withHeader, this::tree));
    }

    String list(Stream<StoredObject> objects, long version) {
        if (table != null) {
            return Json.render(table.render(objects.map(StoredObject::json), Long.toString(version), true, this::tree));
        }
        return objects.map(this::one)
                .collect(Collectors.joining(
                        ",",
                        "{\"kind\":\"%sList\",\"apiVersion\":\"%s\",\"metadata\":{\"resourceVersion\":\"%d\"},\"items\":["
                                .formatted(asked.kind(), asked.apiVersion(), version),
                        "]}"));
    }

    private ObjectNode tree(ObjectNode stored) {
        return tree(asked, stored);
    }

    static ObjectNode tree(ResourceType asked, ObjectNode stored) {
        if (isStoredForm(asked, stored)) {
            return stored;
        }
        ObjectNode copy = stored.deepCopy();
        if (Events.isNewForm(asked)) {
            Events.toNewForm(copy);
        }
        return copy.put("apiVersion", asked.apiVersion());
    }

    private static boolean isStoredForm(ResourceType asked, ObjectNode stored) {
        return asked.apiVersion().equals(Json.text(stored, "apiVersion"));
    }
}
