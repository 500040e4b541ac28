package dev.edgewise.scheduler.metrics;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.FactListener;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once if a cluster has DeviceClasses and this scheduler places the pods that name no scheduler: it allocates no
 * devices, and the kube-scheduler that would is most likely gone.
 */
final class UnallocatedDeviceClassesWarning implements FactListener<DeviceClaims> {
    private static final Logger LOG = LoggerFactory.getLogger(UnallocatedDeviceClassesWarning.class);

    /** The scheduler of pods that name none. */
    static final String DEFAULT_SCHEDULER = "default-scheduler";

    private final boolean placesAll;
    private final AtomicInteger classes = new AtomicInteger();

    /** @param placesAll whether this scheduler places the pods that name none */
    UnallocatedDeviceClassesWarning(boolean placesAll, MeterRegistry meters) {
        this.placesAll = placesAll;
        Gauge.builder("edgewise.device.classes.unserved", classes, AtomicInteger::get)
                .description(
                        "DeviceClasses whose devices no scheduler allocates, as this scheduler places the pods that name none")
                .register(meters);
    }

    @Override
    public FactKey<DeviceClaims> key() {
        return DeviceClaims.FACT;
    }

    @Override
    public Set<ClusterEvent> changed(DeviceClaims before, DeviceClaims devices) {
        if (placesAll) {
            warn(devices);
        }
        return Set.of();
    }

    private void warn(DeviceClaims devices) {
        int now = devices.classes().size();
        if (classes.getAndSet(now) == 0 && now > 0) {
            LOG.warn(
                    "Pods that need devices of a DeviceClass wait, as this scheduler places the pods of {} and allocates no"
                            + " devices. Keep a kube-scheduler for them; classes={}",
                    DEFAULT_SCHEDULER,
                    devices.classes().keySet().stream().sorted().limit(10).toList());
        }
    }
}
