package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.devices.ResourceClaim.Key;
import dev.edgewise.scheduler.state.ClusterFeed;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;

/** The kinds that describe which devices pods were given. Kubernetes serves them since 1.34. */
final class DeviceWatches {
    private DeviceWatches() {}

    public static List<WatchedKind<?>> all(ClusterFeed feed) {
        return List.of(claims(feed), classes(feed));
    }

    private static WatchedKind<?> claims(ClusterFeed feed) {
        return WatchedKind.all(
                        ResourceClaim.class,
                        claim -> {
                            var converted = ResourceClaimConverter.convert(claim);
                            feed.fact(DeviceClaims.FACT, devices -> devices.with(converted));
                        },
                        (namespace, name) ->
                                feed.fact(DeviceClaims.FACT, devices -> devices.without(new Key(namespace, name))))
                .ifServed(served -> feed.fact(DeviceClaims.FACT, devices -> devices.served(served)));
    }

    private static WatchedKind<?> classes(ClusterFeed feed) {
        return WatchedKind.all(
                        DeviceClass.class,
                        deviceClass -> {
                            String name = deviceClass.getMetadata().getName();
                            String resource = ResourceClaimConverter.extendedResource(deviceClass);
                            feed.fact(DeviceClaims.FACT, devices -> devices.withClass(name, resource));
                        },
                        (none, name) -> feed.fact(DeviceClaims.FACT, devices -> devices.withoutClass(name)))
                .ifServed(served -> {});
    }
}
