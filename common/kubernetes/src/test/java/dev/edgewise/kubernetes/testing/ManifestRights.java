package dev.edgewise.kubernetes.testing;

import dev.edgewise.common.security.Permission;
import dev.edgewise.kubernetes.access.RequiredAccess;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rights that a manifest grants to a service, to compare with those that the service requires. */
public final class ManifestRights {
    private ManifestRights() {}

    /**
     * Returns the rights of the ClusterRole and the Role of that name; the Role in namespace {@code default}. Roles of
     * other names in the file are for people.
     *
     * @param file of at least two objects
     */
    public static List<Permission> of(Path file, String role) throws IOException {
        try (InputStream manifest = Files.newInputStream(file)) {
            List<HasMetadata> objects = new KubernetesSerialization().unmarshal(manifest);
            return objects.stream()
                    .filter(object -> object.getMetadata().getName().equals(role))
                    .flatMap(ManifestRights::granted)
                    .toList();
        }
    }

    /**
     * Returns the rights that these parts of a service need, and those that every service needs to review its callers.
     */
    public static List<Permission> needed(Stream<RequiredAccess> parts) {
        return Stream.concat(parts, Stream.of(RequiredAccess.reviewing()))
                .flatMap(part -> part.permissions().stream())
                .toList();
    }

    private static Stream<Permission> granted(HasMetadata object) {
        if (object instanceof ClusterRole everywhere) {
            return everywhere.getRules().stream().flatMap(rule -> granted(rule, null));
        }
        return object instanceof Role own
                ? own.getRules().stream().flatMap(rule -> granted(rule, "default"))
                : Stream.empty();
    }

    private static Stream<Permission> granted(PolicyRule rule, @Nullable String namespace) {
        String group = rule.getApiGroups().get(0);
        String name = rule.getResourceNames().stream().findFirst().orElse(null);
        return rule.getResources().stream().flatMap(resource -> rule.getVerbs().stream()
                .map(verb -> new Permission(verb, group, resource, namespace, name)));
    }
}
