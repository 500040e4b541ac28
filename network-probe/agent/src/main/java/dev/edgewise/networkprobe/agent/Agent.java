package dev.edgewise.networkprobe.agent;

import dev.edgewise.networkprobe.agent.echo.EchoKeys;
import dev.edgewise.networkprobe.agent.echo.EchoLimits;
import dev.edgewise.networkprobe.agent.echo.EchoRequestSigner;
import dev.edgewise.networkprobe.agent.echo.EchoResponder;
import dev.edgewise.networkprobe.agent.echo.EchoTarget;
import dev.edgewise.networkprobe.agent.health.HealthEndpoint;
import dev.edgewise.networkprobe.agent.loop.AgentLog;
import dev.edgewise.networkprobe.agent.loop.CpuStalls;
import dev.edgewise.networkprobe.agent.loop.LoopWatchdog;
import dev.edgewise.networkprobe.agent.loop.SelectorLoop;
import dev.edgewise.networkprobe.agent.probe.Prober;
import dev.edgewise.networkprobe.agent.report.CoordinatorClient;
import dev.edgewise.networkprobe.agent.report.PeerAddressResolver;
import dev.edgewise.networkprobe.agent.report.ReportQueue;
import dev.edgewise.networkprobe.agent.report.Reporter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** The agent of one node: threads that answer echoes, measure, report and look up names. */
public final class Agent implements AutoCloseable {
    private static final Duration PROBER_PATIENCE = Duration.ofSeconds(10);
    private static final Duration REPORTER_PATIENCE = Duration.ofMinutes(2);
    private static final long STOP_MILLIS = 5_000;

    private final SelectorLoop answering;
    private final EchoResponder responder;
    private final CoordinatorClient coordinator;
    private final HealthEndpoint health;
    private final Prober prober;
    private final Thread reporting;
    private final Thread lookingUp;
    private final List<Thread> threads;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    /**
     * Opens the ports; nothing is answered or sent before the start.
     *
     * @param random unforeseeable, but in tests: the session, the limits' hash, when echoes are sent
     * @throws IOException if a port is taken or not allowed, or the CA file cannot be read
     */
    public Agent(AgentSettings settings, Random random, AgentLog log) throws IOException {
        LoopWatchdog proberBeat = new LoopWatchdog(PROBER_PATIENCE, System::nanoTime);
        LoopWatchdog reporterBeat = new LoopWatchdog(REPORTER_PATIENCE, System::nanoTime);
        long session = random.nextLong();
        ReportQueue outbox = new ReportQueue(session, Clock.systemUTC(), new Random(random.nextLong()));
        answering = new SelectorLoop();
        EchoKeys keys = new EchoKeys();
        EchoLimits limits = EchoLimits.ofAgent(
                keys, EchoTarget.of(settings.coordinator().node()), random.nextLong(), System.nanoTime());
        CpuStalls stalls = new CpuStalls(System.nanoTime());
        responder =
                EchoResponder.open(new InetSocketAddress(settings.port()), limits, stalls, answering, System::nanoTime);
        health = HealthEndpoint.open(
                new InetSocketAddress(settings.healthPort()),
                Map.of("prober", proberBeat, "reporter", reporterBeat),
                answering);
        EchoRequestSigner echoes = new EchoRequestSigner(session, keys);
        prober = new Prober(settings.timing(), echoes, random, stalls, System::nanoTime, proberBeat, outbox::add);
        PeerAddressResolver addresses =
                new PeerAddressResolver(settings.coordinator().isOnLoopback(), log::warn);
        coordinator = new CoordinatorClient(settings.coordinator());
        Reporter reporter =
                new Reporter(coordinator, addresses, prober, outbox, reporterBeat, log, new Random(random.nextLong()));
        reporting = thread("reporter", reporter);
        lookingUp = thread("addresses", addresses);
        threads = List.of(thread("responder", answering), thread("prober", prober), reporting, lookingUp);
    }

    private Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((failed, cause) -> end.completeExceptionally(cause));
        return thread;
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    public int port() {
        return responder.port();
    }

    public int healthPort() {
        return health.port();
    }

    /** Completes when the agent is closed; fails when one of its threads does, and then the agent must be replaced. */
    public CompletableFuture<Void> end() {
        return end;
    }

    @Override
    public void close() throws IOException {
        prober.close();
        answering.close();
        coordinator.close();
        reporting.interrupt();
        lookingUp.interrupt();
        try {
            for (Thread thread : threads) {
                thread.join(STOP_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (responder) {
            health.close();
        }
        end.complete(null);
    }
}
