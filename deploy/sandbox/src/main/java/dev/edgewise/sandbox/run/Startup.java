package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.Topology;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Starts all parts, each as soon as what it needs is there. */
final class Startup {
    private static final Duration RESTART = Duration.ofSeconds(60);

    /** Cluster and services for later steps. */
    record Running(SimulatedCluster cluster, Map<String, URI> services) {
        URI service(String name) {
            return Objects.requireNonNull(services.get(name), name);
        }
    }

    private final Settings settings;
    private final ServiceStarter services;
    private final WorkDirectory work;
    private final Scenario scenario;
    private final Progress progress;
    private final ResourceCloser closer;
    private final long deadline;
    private final CompletableFuture<SandboxException> processFailure = new CompletableFuture<>();
    private final Map<String, Supplier<ServiceStarter.Started>> starts = new ConcurrentHashMap<>();
    /** Processes that should be running. */
    private final Map<String, ServiceProcess> running = new ConcurrentHashMap<>();

    Startup(
            Settings settings,
            ServiceStarter services,
            WorkDirectory work,
            Scenario scenario,
            Progress progress,
            ResourceCloser closer,
            long deadline) {
        this.settings = settings;
        this.services = services;
        this.work = work;
        this.scenario = scenario;
        this.progress = progress;
        this.closer = closer;
        this.deadline = deadline;
    }

    Running start(List<ScenarioService> parts) {
        CompletableFuture<RedisProcess> redis = step("redis", redis());
        CompletableFuture<SimulatedCluster> cluster = step("kubernetes", cluster());
        CompletableFuture<?> nodes = cluster.thenCompose(api -> step("nodes", nodes(api)));
        Map<String, CompletableFuture<URI>> services = new LinkedHashMap<>();
        for (ScenarioService part : parts) {
            services.put(
                    part.service(),
                    redis.thenCombine(cluster, (store, api) -> step(part.service(), service(part, store, api)))
                            .thenCompose(started -> started));
        }
        awaitOrFail(FailFastWait.allOf(
                Stream.concat(Stream.of(nodes), services.values().stream()).toArray(CompletableFuture<?>[]::new)));
        Map<String, URI> addresses = new LinkedHashMap<>();
        services.forEach((name, address) -> addresses.put(name, address.join()));
        if (cluster.join().isEmbedded()) {
            DiscoverableServices.create(cluster.join().client(), addresses);
        }
        return new Running(cluster.join(), addresses);
    }

    /** Completes when a part ends by itself. */
    CompletableFuture<SandboxException> processFailure() {
        return processFailure;
    }

    /** Waits for a result, but no longer than all parts live. */
    <T> T awaitOrFail(CompletableFuture<T> result) {
        try {
            CompletableFuture.anyOf(result, processFailure).join();
            SandboxException died = processFailure.getNow(null);
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
                if (!closer.isClosed()) {
                    step.failed("see below");
                }
                throw e;
            }
        };
        return BackgroundTask.call(task);
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
            cluster.define(scenario.definitions());
            step.done((cluster.isEmbedded() ? "embedded API at " : "API at ") + cluster.url());
            return cluster;
        };
    }

    private Work<Boolean> nodes(SimulatedCluster cluster) {
        Topology topology = scenario.topology();
        return step -> {
            CompletableFuture<Boolean> all = BackgroundTask.call(() -> {
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

    private Work<URI> service(ScenarioService part, RedisProcess redis, SimulatedCluster cluster) {
        starts.put(part.service(), () -> services.start(part, cluster.kubeconfig(), redis));
        return step -> ready(part.service(), begin(part.service()), step);
    }

    private ServiceStarter.Started begin(String service) {
        ServiceStarter.Started started =
                Objects.requireNonNull(starts.get(service), service).get();
        ServiceProcess process = closer.add(started.process());
        running.put(service, process);
        process.death().thenAccept(explanation -> died(service, process, explanation));
        return started;
    }

    /** Kills a service as {@code kill -9} does, and starts it again; returns when it is ready. */
    void killAndRestart(String service) throws InterruptedException {
        ServiceProcess killed = running.remove(service);
        if (killed != null) {
            killed.kill();
            killed.death().join();
            ServiceStarter.Started next = begin(service);
            next.process().awaitReady(next.health(), RESTART);
        }
    }

    private URI ready(String name, ServiceStarter.Started service, Progress.Step step) throws InterruptedException {
        ServiceProcess process = service.process();
        step.update("starting");
        try {
            process.awaitReady(service.health(), Duration.ofNanos(deadline - System.nanoTime()));
        } catch (IllegalStateException e) {
            throw failure(name, process, String.valueOf(e.getMessage()));
        }
        step.done("ready at " + service.address());
        return service.address();
    }

    /** Ctrl-C ends the parts, too: that is no failure. */
    private void died(String service, ServiceProcess process, String explanation) {
        if (!closer.isClosed() && running.get(service) == process) {
            processFailure.complete(failure(service, process, explanation));
        }
    }

    /** A service that refuses to start with settings of the user has a reason for them, and not for the sandbox. */
    private SandboxException failure(String service, ServiceProcess process, String explanation) {
        return settings.hasPropertiesOf(service)
                ? StartFailure.reason(process.log())
                        .map(reason -> SandboxException.input("--setting: " + service + " does not start: " + reason))
                        .orElseGet(() -> SandboxException.failure(explanation))
                : SandboxException.failure(explanation);
    }
}
