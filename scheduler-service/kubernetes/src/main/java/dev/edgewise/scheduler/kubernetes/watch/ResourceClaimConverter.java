package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.model.devices.DeviceAllocation;
import dev.edgewise.scheduler.model.devices.DeviceAllocation.Binding;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads claims to devices. Only a claim's allocation matters, not its requests. */
public final class ResourceClaimConverter {
    private static final String EXTENDED = "resource.kubernetes.io/extended-resource-claim";

    private ResourceClaimConverter() {}

    public static ResourceClaim convert(io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim claim) {
        ObjectMeta metadata = claim.getMetadata();
        ResourceClaimStatus status = claim.getStatus();
        Map<String, String> annotations = metadata.getAnnotations();
        return new ResourceClaim(
                new ResourceClaim.Key(metadata.getNamespace(), metadata.getName()),
                FieldReader.orElse(metadata.getUid(), ""),
                metadata.getDeletionTimestamp() != null,
                StorageConverter.controller(metadata),
                annotations != null && "true".equals(annotations.get(EXTENDED)),
                status == null ? null : allocation(status),
                status == null ? Set.of() : users(status.getReservedFor()));
    }

    /** The extended resource that the class serves; empty if none. */
    public static String extendedResource(DeviceClass deviceClass) {
        return deviceClass.getSpec() == null
                ? ""
                : FieldReader.orElse(deviceClass.getSpec().getExtendedResourceName(), "");
    }

    private static Set<String> users(@Nullable List<ResourceClaimConsumerReference> users) {
        return orEmpty(users).stream()
                .map(user -> FieldReader.orElse(user.getUid(), ""))
                .collect(Collectors.toSet());
    }

    private static @Nullable DeviceAllocation allocation(ResourceClaimStatus status) {
        AllocationResult allocated = status.getAllocation();
        if (allocated == null) {
            return null;
        }
        NodeSelector nodes = allocated.getNodeSelector();
        return new DeviceAllocation(
                nodes == null
                        ? null
                        : FieldReader.each(
                                "status.allocation.nodeSelector.nodeSelectorTerms",
                                nodes.getNodeSelectorTerms(),
                                Selectors::nodeTerm),
                binding(status, allocated),
                allocated.getAllocationTimestamp() == null ? null : Instant.parse(allocated.getAllocationTimestamp()));
    }

    private static Binding binding(ResourceClaimStatus status, AllocationResult allocated) {
        List<DeviceRequestAllocationResult> devices = allocated.getDevices() == null
                ? List.of()
                : orEmpty(allocated.getDevices().getResults());
        for (DeviceRequestAllocationResult device : devices) {
            if (!orEmpty(device.getBindingConditions()).isEmpty()) {
                Binding binding = binding(device, conditions(status, device));
                if (binding != Binding.READY) {
                    return binding;
                }
            }
        }
        return Binding.READY;
    }

    private static Binding binding(DeviceRequestAllocationResult device, Set<String> fulfilled) {
        if (orEmpty(device.getBindingFailureConditions()).stream().anyMatch(fulfilled::contains)) {
            return Binding.FAILED;
        }
        return fulfilled.containsAll(device.getBindingConditions()) ? Binding.READY : Binding.PENDING;
    }

    /** The types of the conditions of the device that are true. */
    private static Set<String> conditions(ResourceClaimStatus status, DeviceRequestAllocationResult device) {
        return orEmpty(status.getDevices()).stream()
                .filter(found -> isOf(found, device))
                .findFirst()
                .map(found -> orEmpty(found.getConditions()).stream()
                        .filter(condition -> "True".equals(condition.getStatus()))
                        .map(Condition::getType)
                        .collect(Collectors.toSet()))
                .orElse(Set.of());
    }

    private static boolean isOf(AllocatedDeviceStatus status, DeviceRequestAllocationResult device) {
        return Objects.equals(status.getDriver(), device.getDriver())
                && Objects.equals(status.getPool(), device.getPool())
                && Objects.equals(status.getDevice(), device.getDevice())
                && Objects.equals(status.getShareID(), device.getShareID());
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
