package dev.edgewise.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.testing.ClusterIT;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccessCheckIT extends ClusterIT {
    @Test
    void isSilentWhenAllIsAllowed() {
        assertThatCode(() -> check().require(all())).doesNotThrowAnyException();
    }

    @Test
    void namesWhatIsMissingAndWhereToGrantIt() {
        kubernetes.deny("create", "pods/binding");
        kubernetes.deny("watch", "csinodes");
        kubernetes.deny("update", "leases");
        assertThatThrownBy(() -> check().require(all()))
                .isInstanceOf(MissingAccessException.class)
                .hasMessage("missing permission to watch csinodes.storage.k8s.io, create pods/binding,"
                        + " update leases.coordination.k8s.io turn in namespace edge. Grant it to the service account in"
                        + " ClusterRole edgewise-scheduler-service (what is in one namespace: Role edgewise-scheduler-service),"
                        + " or apply the manifests again");
    }

    @Test
    void saysThatItCannotAsk() {
        kubernetes.stop();
        assertThatThrownBy(() -> check().require(all())).isInstanceOf(ApiUnavailableException.class);
    }

    private AccessCheck check() {
        return new AccessCheck(api, retries, "scheduler-service");
    }

    private static List<Access> all() {
        List<Access> all = new ArrayList<>(List.of(
                Access.everywhere("watch", "storage.k8s.io", "csinodes"),
                Access.everywhere("create", "", "pods/binding")));
        all.addAll(RequiredAccess.leading("edge", "turn").permissions());
        all.addAll(RequiredAccess.reviewing().permissions());
        return all;
    }
}
