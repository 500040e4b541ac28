package dev.edgewise.embedded.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.ResourceTypes;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Discovery of the API: versions, groups, resources. */
final class Discovery {
    static final String GIT_VERSION = "v1.36.0+embedded";
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    private final ResourceTypes types;

    Discovery(ResourceTypes types) {
        this.types = types;
    }

    ObjectNode version() {
        return Json.object()
                .put("major", "1")
                .put("minor", "36")
                .put("gitVersion", GIT_VERSION)
                .put("gitCommit", "embedded")
                .put("gitTreeState", "clean")
                .put("buildDate", "1970-01-01T00:00:00Z")
                .put("goVersion", "none")
                .put("compiler", "none")
                .put("platform", "java");
    }

    ObjectNode versions() {
        ObjectNode versions = Json.object().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        return versions;
    }

    ObjectNode groups() {
        ObjectNode list = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
        groupNames().forEach(group -> list.withArray("groups").add(group(group)));
        return list;
    }

    ObjectNode group(String name) {
        ObjectNode group =
                Json.object().put("kind", "APIGroup").put("apiVersion", "v1").put("name", name);
        List<String> versions =
                ofGroup(name).map(ResourceType::version).distinct().toList();
        if (versions.isEmpty()) {
            throw ApiException.noSuchPath(name);
        }
        versions.forEach(version -> describe(group.withArray("versions").addObject(), name, version));
        describe(group.putObject("preferredVersion"), name, versions.get(0));
        return group;
    }

    private static void describe(ObjectNode node, String group, String version) {
        node.put("groupVersion", group + "/" + version).put("version", version);
    }

    ObjectNode resources(String apiVersion) {
        ObjectNode list = Json.object()
                .put("kind", "APIResourceList")
                .put("apiVersion", "v1")
                .put("groupVersion", apiVersion);
        Collection<ResourceType> found = types.all().stream()
                .filter(type -> type.apiVersion().equals(apiVersion))
                .toList();
        if (found.isEmpty()) {
            throw ApiException.noSuchPath(apiVersion);
        }
        found.forEach(type -> describe(list, type));
        return list;
    }

    private static void describe(ObjectNode list, ResourceType type) {
        add(list, type, type.plural(), type.kind(), VERBS);
        if (type.hasStatus()) {
            add(list, type, type.plural() + "/status", type.kind(), List.of("get", "patch", "update"));
        }
        if (type.isPod()) {
            add(list, type, "pods/binding", "Binding", List.of("create"));
            add(list, type, "pods/eviction", "Eviction", List.of("create"));
        }
    }

    private static void add(ObjectNode list, ResourceType type, String name, String kind, List<String> verbs) {
        ObjectNode resource = list.withArray("resources").addObject();
        resource.put("name", name)
                .put("singularName", type.kind().toLowerCase(Locale.ROOT))
                .put("namespaced", type.namespaced())
                .put("kind", kind);
        verbs.forEach(resource.putArray("verbs")::add);
        if (name.equals(type.plural())) {
            type.shortNames().forEach(resource.withArray("shortNames")::add);
        }
    }

    private List<String> groupNames() {
        return types.all().stream()
                .map(ResourceType::group)
                .filter(group -> !group.isEmpty())
                .distinct()
                .toList();
    }

    private Stream<ResourceType> ofGroup(String name) {
        return types.all().stream().filter(type -> type.group().equals(name));
    }
}
