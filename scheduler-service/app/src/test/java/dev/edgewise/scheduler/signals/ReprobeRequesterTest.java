package dev.edgewise.scheduler.signals;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cycle.MeasurementRequester;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;

/** Node a is full; b and c may be near enough, if only somebody measured. */
@ExtendWith(OutputCaptureExtension.class)
class ReprobeRequesterTest {
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState cluster = new ClusterState(new TestClock());
    private final List<NetworkProbeClient.ReprobeRequest> asked = new ArrayList<>();
    private final Pod waiting = pod("p").label("delay_a", "20").cpu("2").build();

    @BeforeEach
    void threeNodes() {
        cluster.putNode(node("a").cordoned().build());
        cluster.putNode(node("b").build());
        cluster.putNode(node("c").build());
        cluster.change(RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", estimated(15), "c", estimated(10))));
    }

    @Test
    void asksForTheLikeliestNodesOnceInAWhile() {
        MeasurementRequester probes = probes(asked::add);

        reject(probes, waiting);
        reject(probes, waiting);
        assertThat(asked).containsExactly(new NetworkProbeClient.ReprobeRequest("a", List.of("c", "b"), null));

        ticker.advance(Duration.ofSeconds(30));
        reject(probes, waiting);
        assertThat(asked).hasSize(2);
    }

    @Test
    void asksForAsManyEchoesAsThePercentileNeeds() {
        reject(
                probes(asked::add),
                pod("q").label("delay_a", "20")
                        .annotation("edgewise.dev/delay", "p99")
                        .build());

        // 100 samples, and a fifth more
        assertThat(asked).containsExactly(new NetworkProbeClient.ReprobeRequest("a", List.of("c", "b"), 120));
    }

    @Test
    void asksNothingForAPodThatIsRejectedForAnotherReason() {
        reject(probes(asked::add), pod("q").cpu("1000").build());

        assertThat(asked).isEmpty();
    }

    @Test
    void aProbeThatIsAwayTroublesNobody() {
        reject(
                probes(wanted -> {
                    throw new ResourceAccessException("connection refused");
                }),
                waiting);
    }

    @Test
    void whoIsNotLetInSaysSoOnceUntilItIs(CapturedOutput output) {
        AtomicReference<HttpStatus> answer = new AtomicReference<>(HttpStatus.FORBIDDEN);
        MeasurementRequester probes = probes(wanted -> {
            if (answer.get().isError()) {
                throw HttpClientErrorException.create(answer.get(), "no", new HttpHeaders(), new byte[0], null);
            }
        });
        for (HttpStatus next :
                List.of(HttpStatus.FORBIDDEN, HttpStatus.UNAUTHORIZED, HttpStatus.ACCEPTED, HttpStatus.FORBIDDEN)) {
            answer.set(next);
            reject(probes, waiting);
            ticker.advance(Duration.ofSeconds(30));
        }

        assertThat(output.getAll().lines().filter(line -> line.contains("WARN")))
                .hasSize(2)
                .allMatch(line -> line.contains("network-probe refuses measurement requests") && line.contains("403"));
    }

    private MeasurementRequester probes(NetworkProbeClient probe) {
        return new ReprobeRequester(
                probe, new ReprobeRequester.Settings(8, Duration.ofSeconds(30)), Runnable::run, ticker);
    }

    private void reject(MeasurementRequester probes, Pod pod) {
        var decision =
                new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1)).decide(pod, cluster.snapshot());
        assertThat(decision.isPlaced()).isFalse();
        probes.rejected(decision, BuiltInProfiles.edgewise(), cluster.snapshot());
    }

    private static Rtt estimated(long millis) {
        return Rtt.estimated(new Rtt.Estimate(millis * 1000, 1000, 85), 100_000, 0, Long.MAX_VALUE);
    }
}
