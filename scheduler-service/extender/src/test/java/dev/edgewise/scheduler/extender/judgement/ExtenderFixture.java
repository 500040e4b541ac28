package dev.edgewise.scheduler.extender.judgement;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.PendingPods;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;

/**
 * An extender over a cluster: {@code full} at 100 %, {@code half} at 50 %, {@code empty} without power, and {@code
 * dark} without a reading.
 */
public final class ExtenderFixture {
    public static final Duration DEADLINE = Duration.ofSeconds(3);
    private static final int MOST_ANSWERED = 64 * 1024 * 1024;

    public final TestClock clock = new TestClock();
    public final ManualTicker ticker = new ManualTicker();
    public final ClusterState state = new ClusterState(clock);
    public final PendingPods pending = new PendingPods(true);
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ExtenderMetrics metrics;
    private final Extender extender;

    public ExtenderFixture() {
        this(null);
    }

    /** @param slow reads the time instead of {@link #ticker}; null for that */
    public ExtenderFixture(Ticker slow) {
        for (String name : new String[] {"full", "half", "empty", "dark"}) {
            state.putNode(node(name).cpu("4").build());
        }
        state.change(
                EnergyIndex.FACT,
                energy -> EnergyIndex.of(Map.of("full", percent(100), "half", percent(50), "empty", percent(0))));
        Ticker time = slow == null ? ticker : slow;
        this.metrics = new ExtenderMetrics(meters, time);
        this.extender = new Extender(
                new JsonPodReader(),
                pending,
                new ExtenderProfiles(new ProfileSet(BuiltInProfiles.builtIn()), "edgewise"),
                () -> state.snapshot().at(clock.instant()),
                DEADLINE,
                time,
                metrics);
    }

    public Extender extender() {
        return extender;
    }

    public ExtenderMetrics metrics() {
        return metrics;
    }

    public String ask(ExtenderVerb verb, String body) {
        return ask(verb, body.getBytes(UTF_8), body.getBytes(UTF_8).length);
    }

    public String ask(ExtenderVerb verb, byte[] bytes, int length) {
        Buffer output = new BufferPool(MOST_ANSWERED).open(0, MOST_ANSWERED);
        RequestBody body = new RequestBody(bytes, length);
        switch (verb) {
            case FILTER -> extender.filter(body, 0, output);
            case PRIORITIZE -> extender.prioritize(body, 0, output);
            case PREEMPT -> extender.preempt(body, 0, output);
        }
        return output.body().text(new ByteRange(0, output.length()));
    }

    public long answers(ExtenderVerb verb, RequestOutcome outcome) {
        return meters.get("edgewise.extender.answers")
                .tags("verb", verb.toString(), "outcome", outcome.toString())
                .timer()
                .count();
    }

    /** A pod as kube-scheduler sends it. */
    public static String pod(String name, String profile, String labels, String cpu) {
        return """
        {"metadata":{"name":"%s","namespace":"default","uid":"uid-of-%s","labels":{%s},"creationTimestamp":"2026-01-01T00:00:00Z"},\
        "spec":{"schedulerName":"%s","containers":[{"name":"c","image":"web:1","resources":{"requests":{"cpu":"%s"}}}],\
        "tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}]},\
        "status":{"phase":"Pending","qosClass":"Burstable"}}"""
                .formatted(name, name, labels, profile, cpu);
    }

    public static String pod(String profile) {
        return pod("web", profile, "", "500m");
    }
}
