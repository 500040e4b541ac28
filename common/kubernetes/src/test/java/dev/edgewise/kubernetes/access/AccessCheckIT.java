package dev.edgewise.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.security.Permission;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.testing.ClusterIT;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccessCheckIT extends ClusterIT {
    @Test
    void isSilentWhenAllIsAllowed() throws Exception {
        assertThat(check().problem(all())).isEmpty();
    }

    @Test
    void namesWhatIsMissingAndWhereToGrantIt() throws Exception {
        kubernetes.deny("create", "pods/binding");
        kubernetes.deny("watch", "csinodes");
        kubernetes.deny("update", "leases");
        assertThat(check().problem(all()))
                .contains("missing permission to watch csinodes of the group storage.k8s.io in the whole cluster,"
                        + " create pods/binding in the whole cluster,"
                        + " update leases of the group coordination.k8s.io named turn in namespace edge. Grant it to the service account in"
                        + " ClusterRole edgewise-scheduler-service (what is in one namespace: Role edgewise-scheduler-service),"
                        + " or apply the manifests again");
    }

    @Test
    void saysThatItCannotAsk() {
        kubernetes.stop();
        assertThatThrownBy(() -> check().problem(all())).isInstanceOf(ApiUnavailableException.class);
    }

    private AccessCheck check() {
        return new AccessCheck(api, retries, "scheduler-service");
    }

    private static List<Permission> all() {
        List<Permission> all = new ArrayList<>(List.of(
                Permission.everywhere("watch", "storage.k8s.io", "csinodes"),
                Permission.everywhere("create", "", "pods/binding")));
        all.addAll(RequiredAccess.leading("edge", "turn").permissions());
        all.addAll(RequiredAccess.reviewing().permissions());
        return all;
    }
}
