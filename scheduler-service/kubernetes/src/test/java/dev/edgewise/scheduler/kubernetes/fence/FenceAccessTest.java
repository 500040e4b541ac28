package dev.edgewise.scheduler.kubernetes.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.security.Permission;
import dev.edgewise.kubernetes.testing.ManifestRights;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rights that the start check asks for, and those that the manifests grant. */
class FenceAccessTest {
    private static List<Permission> needed(String... namespaces) {
        return new FenceConfiguration()
                .fenceAccess(new FenceProperties(List.of(namespaces)))
                .permissions();
    }

    @Test
    void theManifestsGrantWhatTheFenceNeedsAndNoMore() throws IOException {
        ClusterRole role;
        try (InputStream manifest =
                Files.newInputStream(RepositoryFiles.file("deploy/kubernetes/components/fence/access.yaml"))) {
            role = new KubernetesSerialization().unmarshal(manifest, ClusterRole.class);
        }
        List<Permission> inItsNamespace = role.getRules().stream()
                .flatMap(rule -> rule.getVerbs().stream()
                        .map(verb -> new Permission(
                                verb,
                                rule.getApiGroups().get(0),
                                rule.getResources().get(0),
                                "team-a")))
                .toList();
        // The Role is in edgewise-member, which the reader of manifests takes for default.
        List<Permission> lease =
                ManifestRights.of(RepositoryFiles.file("deploy/kubernetes/global/member/member.yaml"), "edgewise-fence")
                        .stream()
                        .map(each -> new Permission(
                                each.verb(), each.group(), each.resource(), "edgewise-member", each.name()))
                        .toList();

        assertThat(needed("team-a"))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(inItsNamespace.stream(), lease.stream()).toList());
    }

    @Test
    void aServiceWithoutAFenceNeedsNothing() {
        assertThat(needed()).isEmpty();
    }
}
