package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.Topology;
import dev.edgewise.testkit.Closer;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Starts all parts, each as soon as what it needs is there. */
final class Startup {
    /** What later steps need. */
    record Running(SimulatedCluster cluster, URI scheduler) {}

    private final Settings settings;
    private final Services services;
    private final WorkDirectory work;
    private final Topology topology;
    private final Progress progress;
    private final Closer closer;
    private final long deadline;
    private final CompletableFuture<SandboxException> death = new CompletableFuture<>();

    Startup(
            Settings settings,
            Services services,
            WorkDirectory work,
            Topology topology,
            Progress progress,
            Closer closer,
            long deadline) {
        this.settings = settings;
        this.services = services;
        this.work = work;
        this.topology = topology;
        this.progress = progress;
        this.closer = closer;
        this.deadline = deadline;
    }

    Running start() {
        CompletableFuture<RedisProcess> redis = step("redis", redis());
        CompletableFuture<SimulatedCluster> cluster = step("kubernetes", cluster());
        CompletableFuture<?> nodes = cluster.thenCompose(api -> step("nodes", nodes(api)));
        CompletableFuture<URI> probe = redis.thenCombine(
                        cluster, (store, api) -> step("network-probe", probe(store, api)))
                .thenCompose(started -> started);
        CompletableFuture<URI> scheduler = redis.thenCombine(
                        cluster, (store, api) -> step("scheduler-service", scheduler(store, api)))
                .thenCompose(started -> started);
        unlessDeath(FirstFailure.allOf(nodes, probe, scheduler));
        return new Running(cluster.join(), scheduler.join());
    }

    /** Completes when a part ends by itself. */
    CompletableFuture<SandboxException> death() {
        return death;
    }

    /** Waits for a result, but no longer than all parts live. */
    <T> T unlessDeath(CompletableFuture<T> result) {
        try {
            CompletableFuture.anyOf(result, death).join();
            SandboxException died = death.getNow(null);
            if (died != null) {
                throw died;
            }
            return result.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SandboxException cause ? cause : e;
        }
    }

    /** A part's work, with its progress. */
    private interface Work<T> {
        T on(Progress.Step step) throws Exception;
    }

    private <T> CompletableFuture<T> step(String name, Work<T> work) {
        Progress.Step step = progress.step(name);
        Callable<T> task = () -> {
            try {
                return work.on(step);
            } catch (Exception e) {
                step.failed("see below");
                throw e;
            }
        };
        return Background.call(task);
    }

    private Work<RedisProcess> redis() {
        return step -> {
            RedisProcess redis = closer.add(RedisProcess.start());
            step.done("port " + redis.port());
            return redis;
        };
    }

    private Work<SimulatedCluster> cluster() {
        return step -> {
            SimulatedCluster cluster = closer.add(
                    settings.kubeconfig() == null
                            ? SimulatedCluster.embedded(work.file("kubeconfig"))
                            : SimulatedCluster.existing(settings.kubeconfig()));
            step.done((cluster.isEmbedded() ? "embedded API at " : "API at ") + cluster.url());
            return cluster;
        };
    }

    private Work<Boolean> nodes(SimulatedCluster cluster) {
        return step -> {
            CompletableFuture<Boolean> all = Background.call(() -> {
                cluster.populate(topology, settings.seed());
                return true;
            });
            while (!all.isDone()) {
                step.update(
                        cluster.registeredNodes() + " of " + topology.nodes().size() + " registered");
                Thread.sleep(100);
            }
            all.join();
            step.done(topology.nodes().size() + " simulated nodes ready");
            return true;
        };
    }

    private Work<URI> probe(RedisProcess redis, SimulatedCluster cluster) {
        return step -> ready(
                services.networkProbe(work.file("delays.txt"), work.file("nodes.json"), cluster.kubeconfig(), redis),
                step);
    }

    private Work<URI> scheduler(RedisProcess redis, SimulatedCluster cluster) {
        return step -> ready(services.schedulerService(cluster.kubeconfig(), redis), step);
    }

    private URI ready(Services.Started service, Progress.Step step) throws InterruptedException {
        ServiceProcess process = closer.add(service.process());
        process.death().thenAccept(this::died);
        step.update("starting");
        try {
            process.awaitReady(service.health(), Duration.ofNanos(deadline - System.nanoTime()));
        } catch (IllegalStateException e) {
            throw SandboxException.failure(String.valueOf(e.getMessage()));
        }
        step.done("ready at " + service.address());
        return service.address();
    }

    /** Ctrl-C ends the parts, too: that is no failure. */
    private void died(String explanation) {
        if (!closer.isClosed()) {
            death.complete(SandboxException.failure(explanation));
        }
    }
}
