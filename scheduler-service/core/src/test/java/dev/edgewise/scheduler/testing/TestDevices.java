package dev.edgewise.scheduler.testing;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.devices.DeviceAllocation;
import dev.edgewise.scheduler.model.devices.DeviceAllocation.Binding;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Claims to devices for tests, in namespace {@code default}. */
public final class TestDevices {
    private TestDevices() {}

    public static ResourceClaim.Key key(String name) {
        return new ResourceClaim.Key("default", name);
    }

    /** A claim that nothing was allocated for. */
    public static ResourceClaim unallocated(String name) {
        return claim(name, null, Set.of());
    }

    /** A claim with devices that only the node can use. */
    public static ResourceClaim allocated(String name, String node, String... users) {
        return claim(name, on(node, Binding.READY), Set.of(users));
    }

    public static ResourceClaim claim(String name, @Nullable DeviceAllocation allocation, Set<String> users) {
        return new ResourceClaim(key(name), "uid-of-" + name, false, "", false, allocation, users);
    }

    /** A claim made from a template for the pod of that uid. */
    public static ResourceClaim generated(String name, String node, String pod) {
        return new ResourceClaim(key(name), "uid-of-" + name, false, pod, false, on(node, Binding.READY), Set.of());
    }

    /** Devices that only the node can use, given when a {@link TestClock} starts. */
    public static DeviceAllocation on(String node, Binding binding) {
        NodeTerm term = new NodeTerm(List.of(), List.of(Requirement.in(NodeTerm.NAME_FIELD, node)));
        return new DeviceAllocation(List.of(term), binding, new TestClock().instant());
    }
}
