package dev.edgewise.scheduler.binding.volumes;

import static dev.edgewise.scheduler.testing.TestDevices.allocated;
import static dev.edgewise.scheduler.testing.TestDevices.claim;
import static dev.edgewise.scheduler.testing.TestDevices.key;
import static dev.edgewise.scheduler.testing.TestDevices.on;
import static dev.edgewise.scheduler.testing.TestDevices.unallocated;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.devices.DeviceAllocation.Binding;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import dev.edgewise.scheduler.state.ClusterState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResourceClaimReserverTest {
    private final ClusterState state = new ClusterState(new TestClock());
    private final Users users = new Users();
    private boolean gate = true;
    private final ResourceClaimReserver reserver = new ResourceClaimReserver(state, users, () -> gate);
    private final Pod pod =
            pod("p").resourceClaim("gpu").resourceClaim("net").build().assignedTo("n1");

    @BeforeEach
    void bothClaimsAreAllocated() {
        state.putNode(node("n1").build());
        put(allocated("gpu", "n1"));
        put(allocated("net", "n1", "uid-of-other"));
    }

    @Test
    void thePodIsEnteredIntoEachOfItsClaims() throws BindException {
        prepare();
        assertThat(users.written).containsExactly("+gpu", "+net");
        reserver.bound(pod);
        reserver.unreserve(pod);
        assertThat(users.written).containsExactly("+gpu", "+net");
    }

    @Test
    void whereItIsEnteredAlreadyNothingIsWrittenNorTakenBack() throws BindException {
        put(allocated("gpu", "n1", "uid-of-p"));
        prepare();
        reserver.unreserve(pod);
        assertThat(users.written).containsExactly("+net", "-net");
    }

    @Test
    void whatWasEnteredIsTakenBackWhenThePodIsNotBound() {
        users.refuses = "net";
        refused("no more");
        reserver.unreserve(pod);
        reserver.unreserve(pod);
        // The second one was asked for: without an answer it may have been a success.
        assertThat(users.written).containsExactly("+gpu", "-gpu", "-net");
    }

    @Test
    void aReplicaThatNoLongerLeadsTakesNothingBack() throws BindException {
        prepare();
        gate = false;
        reserver.unreserve(pod);
        assertThat(users.written).containsExactly("+gpu", "+net");
    }

    @Test
    void whatChangedSinceTheDecisionIsNotBound() {
        put(allocated("net", "n2"));
        refused("resourceclaim not available on node \"n1\" any more");
        put(unallocated("net"));
        refused("resourceclaim \"net\" is not allocated");
        state.change(DeviceClaims.FACT, devices -> devices.without(key("net")));
        refused("resourceclaim \"net\" not found");
        put(claim("net", on("n1", Binding.PENDING), Set.of()));
        refused("resourceclaim \"net\": its devices are not ready for binding yet");
        assertThat(users.written).isEmpty();
    }

    private void prepare() throws BindException {
        reserver.prepare(pod, state.snapshot());
    }

    private void refused(String message) {
        assertThatThrownBy(this::prepare).isInstanceOf(BindException.class).hasMessageContaining(message);
    }

    private void put(ResourceClaim claim) {
        state.change(DeviceClaims.FACT, devices -> devices.with(claim));
    }

    private static final class Users implements ResourceClaimWriter {
        final List<String> written = new ArrayList<>();
        String refuses = "";

        @Override
        public void reserve(ResourceClaim claim, Pod pod) throws BindException {
            if (claim.key().name().equals(refuses)) {
                throw new BindException(Cause.REFUSED, "no more");
            }
            written.add("+" + claim.key().name());
        }

        @Override
        public void release(ResourceClaim claim, Pod pod) {
            written.add("-" + claim.key().name());
        }
    }
}
