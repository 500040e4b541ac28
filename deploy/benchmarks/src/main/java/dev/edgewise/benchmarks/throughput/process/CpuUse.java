package dev.edgewise.benchmarks.throughput.process;

/** CPU seconds of the parties of a burst; not a number where the process is not known. */
public record CpuUse(double scheduler, double apiServer, double etcd) {
    public CpuUse since(CpuUse before) {
        return new CpuUse(scheduler - before.scheduler, apiServer - before.apiServer, etcd - before.etcd);
    }

    public CpuUse times(double factor) {
        return new CpuUse(scheduler * factor, apiServer * factor, etcd * factor);
    }
}
