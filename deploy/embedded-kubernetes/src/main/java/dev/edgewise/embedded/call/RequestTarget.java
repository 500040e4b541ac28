package dev.edgewise.embedded.call;

import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.ResourceTypes;
import java.util.List;

/**
 * Target of a path. Absent parts are empty: a list over all namespaces has no namespace, a list has no name.
 *
 * @param subresource {@code status}, {@code binding}, {@code eviction}, {@code scale} …, or empty
 */
public record RequestTarget(ResourceType type, String namespace, String name, String subresource) {

    /** Reads {@code [namespaces/NS/]RESOURCE[/NAME[/SUBRESOURCE]]}. */
    public static RequestTarget parse(ResourceTypes types, String apiVersion, List<String> path) {
        boolean inNamespace = path.size() >= 3 && path.get(0).equals("namespaces") && !isNamespaceSubresource(path);
        List<String> rest = inNamespace ? path.subList(2, path.size()) : path;
        ResourceType type = types.require(apiVersion, rest.get(0));
        if (inNamespace && !type.namespaced() || rest.size() > 3) {
            throw ApiException.noSuchPath(String.join("/", path));
        }
        return new RequestTarget(type, inNamespace ? path.get(1) : "", part(rest, 1), part(rest, 2));
    }

    private static boolean isNamespaceSubresource(List<String> path) {
        return path.size() == 3 && (path.get(2).equals("status") || path.get(2).equals("finalize"));
    }

    private static String part(List<String> parts, int index) {
        return index < parts.size() ? parts.get(index) : "";
    }

    /** The RBAC name: {@code pods}, {@code pods/binding}. */
    String resource() {
        return subresource.isEmpty() ? type.plural() : type.plural() + "/" + subresource;
    }

    /** The RBAC verb of a call on this. */
    public String verb(ApiRequest request) {
        boolean one = !name.isEmpty();
        return switch (request.method()) {
            case "GET" -> request.isWatch() ? "watch" : one ? "get" : "list";
            case "POST" -> allow(!one || !subresource.isEmpty(), "create", request);
            case "PUT" -> allow(one, "update", request);
            case "PATCH" -> allow(one, "patch", request);
            case "DELETE" -> one ? "delete" : "deletecollection";
            default -> allow(false, "", request);
        };
    }

    private static String allow(boolean allowed, String verb, ApiRequest request) {
        if (!allowed) {
            throw ApiException.of(
                    405,
                    "MethodNotAllowed",
                    "the server does not allow %s on %s".formatted(request.method(), request.path()));
        }
        return verb;
    }
}
