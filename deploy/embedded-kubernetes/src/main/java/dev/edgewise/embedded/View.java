package dev.edgewise.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** How a stored object reads in the version that a caller asked for. */
final class View {
    private View() {}

    static String text(ResourceType asked, StoredObject object) {
        return isStoredForm(asked, object) ? object.text() : Json.render(convert(asked, object));
    }

    static ObjectNode tree(ResourceType asked, StoredObject object) {
        return isStoredForm(asked, object) ? object.json() : convert(asked, object);
    }

    private static boolean isStoredForm(ResourceType asked, StoredObject object) {
        return asked.apiVersion().equals(Json.text(object.json(), "apiVersion"));
    }

    private static ObjectNode convert(ResourceType asked, StoredObject object) {
        ObjectNode copy = object.copy();
        if (Events.isNewForm(asked)) {
            Events.toNewForm(copy);
        }
        return copy.put("apiVersion", asked.apiVersion());
    }
}
