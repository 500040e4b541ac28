package dev.edgewise.scheduler.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.kubernetes.ClusterIT;
import dev.edgewise.scheduler.kubernetes.api.UnansweredException;
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
                        + " ClusterRole edgewise-scheduler-service (leases: Role edgewise-scheduler-service),"
                        + " or apply the manifests again");
    }

    @Test
    void saysThatItCannotAsk() {
        kubernetes.stop();
        assertThatThrownBy(() -> check().require(all())).isInstanceOf(UnansweredException.class);
    }

    private AccessCheck check() {
        return new AccessCheck(api, retries);
    }

    private static List<Access> all() {
        List<Access> all = new ArrayList<>(SchedulerAccess.watching());
        all.addAll(SchedulerAccess.binding());
        all.addAll(SchedulerAccess.leading("edge", "turn"));
        all.addAll(SchedulerAccess.reviewing());
        return all;
    }
}
