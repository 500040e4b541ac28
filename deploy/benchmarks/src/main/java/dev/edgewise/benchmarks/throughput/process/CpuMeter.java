package dev.edgewise.benchmarks.throughput.process;

import dev.edgewise.testkit.ControlPlane;
import dev.edgewise.testkit.ProcStat;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Reads the CPU time of a scheduler and of the control plane beside it. */
public final class CpuMeter {
    private static final Duration SAMPLE = Duration.ofMillis(250);
    /** Maximum share of one core that an idle process uses. */
    private static final double IDLE = 0.12;

    private static final int IDLE_SAMPLES = 2;
    private static final int MOST_SAMPLES = 60;

    private final long apiServer;
    private final long etcd;

    /** Finds the control plane's processes by the files beside its kubeconfig, if there are any. */
    public CpuMeter(Path kubeconfig) throws IOException {
        apiServer = ControlPlane.pid(kubeconfig, "kube-apiserver");
        etcd = ControlPlane.pid(kubeconfig, "etcd");
    }

    /**
     * @param scheduler null if it does not run yet: it has used nothing
     * @param extender null if the scheduler asks none
     */
    public CpuUse read(@Nullable ServiceProcess scheduler, @Nullable ServiceProcess extender) {
        return new CpuUse(
                scheduler == null ? 0 : scheduler.cpuSeconds(),
                extender == null ? 0 : extender.cpuSeconds(),
                ProcStat.cpuSeconds(apiServer),
                ProcStat.cpuSeconds(etcd));
    }

    /**
     * Waits until both do next to nothing, at most 15 seconds: what they still had to do is none of the next burst's.
     */
    public void awaitIdle(ServiceProcess scheduler) throws InterruptedException {
        awaitIdle(() -> scheduler.cpuSeconds() + controlPlane());
    }

    /** Waits until the control plane does next to nothing, at most 15 seconds. */
    public void awaitIdle() throws InterruptedException {
        awaitIdle(this::controlPlane);
    }

    private double controlPlane() {
        double seconds = ProcStat.cpuSeconds(apiServer);
        return Double.isNaN(seconds) ? 0 : seconds;
    }

    private static void awaitIdle(DoubleSupplier seconds) throws InterruptedException {
        int idle = 0;
        double before = seconds.getAsDouble();
        for (int i = 0; i < MOST_SAMPLES && idle < IDLE_SAMPLES; i++) {
            TimeUnit.NANOSECONDS.sleep(SAMPLE.toNanos());
            double now = seconds.getAsDouble();
            idle = now - before <= IDLE * SAMPLE.toMillis() / 1000 ? idle + 1 : 0;
            before = now;
        }
    }
}
