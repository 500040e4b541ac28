package dev.edgewise.scheduler.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class UnallocatedDeviceClassesWarningTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void theOnlySchedulerWarnsOnceOfDeviceClasses(CapturedOutput output) {
        LiveClusterFeed feed = feed(true);
        assertThat(unserved()).isZero();

        feed.fact(DeviceClaims.FACT, devices -> devices.withClass("gpu", ""));
        feed.fact(DeviceClaims.FACT, devices -> devices.withClass("fpga", "example.com/fpga"));
        feed.fact(DeviceClaims.FACT, devices -> devices.withClass("gpu", ""));
        assertThat(unserved()).isEqualTo(2);
        assertThat(output.getOut()
                        .lines()
                        .filter(line -> line.contains("Pods that need devices of a DeviceClass wait")))
                .singleElement()
                .asString()
                .endsWith("classes=[gpu]");

        feed.fact(DeviceClaims.FACT, devices -> devices.withoutClass("gpu").withoutClass("fpga"));
        assertThat(unserved()).isZero();
    }

    @Test
    void besideAKubeSchedulerNothingIsWrong(CapturedOutput output) {
        feed(false).fact(DeviceClaims.FACT, devices -> devices.withClass("gpu", ""));
        assertThat(unserved()).isZero();
        assertThat(output.getOut()).doesNotContain("DeviceClass");
    }

    private double unserved() {
        return meters.get("edgewise.device.classes.unserved").gauge().value();
    }

    private LiveClusterFeed feed(boolean placesAll) {
        return new LiveClusterFeed(
                new ClusterState(Clock.systemUTC()),
                new SchedulingQueue(new ManualTicker(), QueueWaitingTimes.STOCK, QueueObserver.NONE),
                "default-scheduler"::equals,
                ConflictListener.NONE,
                new UnreadablePods((pod, message) -> {}),
                key -> {},
                List.of(new UnallocatedDeviceClassesWarning(placesAll, meters)));
    }
}
