package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.lease.LeaderCallbacks;
import dev.edgewise.kubernetes.lease.LeaderElection;
import dev.edgewise.kubernetes.lease.LeaderElectionParticipant;
import dev.edgewise.kubernetes.lease.LeaderWriteGate;
import dev.edgewise.kubernetes.lease.LeaseSettings;
import dev.edgewise.scheduler.cycle.ConcurrentBindings;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.SchedulingCycle;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.testing.RecordingPorts;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.health.contributor.Status;

class SchedulingLeaderTest {
    private static final Duration DRAIN = Duration.ofMillis(20);

    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState state = new ClusterState(Clock.systemUTC());
    private final SchedulingQueue queue = new SchedulingQueue(ticker, QueueWaitingTimes.STOCK, QueueObserver.NONE);
    private final LiveClusterFeed feed = new LiveClusterFeed(state, queue, "edgewise"::equals);
    private final ConcurrentBindings bindings = new ConcurrentBindings(this::execute, 1);
    private final SchedulingLoop loop = loop();
    private boolean bindingsHang;
    private final LeaderWriteGate fence = new LeaderWriteGate(ticker, Clock.systemUTC());
    private final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    private final SchedulingLeader leader =
            new SchedulingLeader(loop, () -> caughtUp, () -> {}, List.of(), ticker, DRAIN);
    private boolean refused;
    private final LeaderHealth health = new LeaderHealth(leader::catchingUp, () -> refused);

    @AfterEach
    void leave() {
        leader.drain();
    }

    @Test
    void aLeaderThatCannotCatchUpIsNotAlive() {
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        leader.startedLeading();
        ticker.advance(Duration.ofSeconds(59));
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        assertThat(health.health().getDetails()).containsEntry("catchingUpFor", "59 s");
        ticker.advance(Duration.ofSeconds(2));
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        // Another replica would wait for such an API server as well.
        refused = true;
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        // 61 s and 238 s are 299 s, and 2 s more are beyond 5 min: it may be refused alone.
        ticker.advance(Duration.ofSeconds(238));
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        ticker.advance(Duration.ofSeconds(2));
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        refused = false;
        assertThat(loop.isRunning()).isFalse();

        caughtUp.complete(null);
        assertThat(loop.isRunning()).isTrue();
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void whoNoLongerLeadsHasNothingToCatchUpWith() {
        leader.startedLeading();
        ticker.advance(Duration.ofHours(1));
        leader.stoppedLeading();
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void whoDrainsDoesNotBeginToDecide() {
        caughtUp.complete(null);
        leader.drain();
        leader.startedLeading();
        assertThat(loop.isRunning()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"true,0", "false,1"})
    void theLeaseIsLetGoOfOnlyIfNoBindingIsUnderWay(boolean bindingsHang, int releases) throws IOException {
        this.bindingsHang = bindingsHang;
        feed.node(TestNodes.node("n1").build());
        feed.pod(TestPods.pod("a").build());
        try (ScriptedServer scripted = new ScriptedServer();
                ApiServerTransport server = ApiServerTransport.of(new ConfigBuilder(Config.empty())
                        .withMasterUrl(scripted.url())
                        .build())) {
            scripted.answer(answer(404), answer(201), answer(200), answer(200));
            LeaderElectionParticipant elected = new LeaderElectionParticipant(leader, election(server, leader));
            caughtUp.complete(null);
            elected.seek();
            await().until(() ->
                    queue.inFlight() == (bindingsHang ? 1 : 0) && queue.counts().active() == 0);
            await().until(loop::isRunning);
            elected.leave();
            assertThat(fence.isOpen()).isFalse();
            assertThat(scripted.requests.stream().filter(request -> request.startsWith("PUT")))
                    .hasSize(releases);
        }
    }

    private LeaderElection election(ApiServerTransport server, LeaderCallbacks callbacks) {
        LeaseSettings hours = new LeaseSettings(
                "default", "edgewise", "us", Duration.ofHours(3), Duration.ofHours(2), Duration.ofHours(1));
        ApiServerClient api = new ApiServerClient(server, Duration.ofSeconds(5));
        return new LeaderElection(api, hours, Clock.systemUTC(), new Random(1), fence, callbacks, () -> {});
    }

    private static String answer(int code) {
        String lease = "{\"spec\":{\"holderIdentity\":\"us\"}}";
        return "HTTP/1.1 " + code + " Said\r\nContent-Length: " + lease.length() + "\r\n\r\n" + lease;
    }

    private void execute(Runnable binding) {
        if (!bindingsHang) {
            binding.run();
        }
    }

    private SchedulingLoop loop() {
        SchedulingCycle cycle = new SchedulingCycle(
                state,
                queue,
                Map.of("edgewise", BuiltInProfiles.stock()),
                new RecordingPorts().ports(),
                bindings,
                Clock.systemUTC(),
                ticker,
                new Random(1));
        return new SchedulingLoop(queue, cycle, ticker, Thread::new);
    }
}
