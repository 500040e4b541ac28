package dev.edgewise.benchmarks.throughput.process;

/**
 * CPU seconds of the parties of a burst; not a number where the process is not known.
 *
 * @param extender 0 where the scheduler asks none
 */
public record CpuUse(double scheduler, double extender, double apiServer, double etcd) {
    public CpuUse since(CpuUse before) {
        return new CpuUse(
                scheduler - before.scheduler,
                extender - before.extender,
                apiServer - before.apiServer,
                etcd - before.etcd);
    }

    public CpuUse times(double factor) {
        return new CpuUse(scheduler * factor, extender * factor, apiServer * factor, etcd * factor);
    }
}
