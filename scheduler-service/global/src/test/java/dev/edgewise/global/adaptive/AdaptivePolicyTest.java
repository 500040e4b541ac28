package dev.edgewise.global.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.decide.RequestDecisionInput;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.LevelBids;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AdaptivePolicyTest {
    private static final Instant START = TestRequests.START;

    private static AdaptivePolicy policy(AdaptiveMode mode, int kept) {
        return new AdaptivePolicy(
                new AdaptiveProperties(mode, 0.05, 0.2, Duration.ofHours(1), kept), new SplittableRandom(1));
    }

    private static RequestDecisionInput input(String name, PolicyType type, Instant askedAt, int accepted) {
        GlobalRequest plain = TestRequests.of(name, "[[a,b]]").request();
        RequestSpec spec = plain.spec();
        GlobalRequest request = new GlobalRequest(
                plain.key(),
                plain.uid(),
                "1",
                1,
                START,
                false,
                new RequestSpec(
                        spec.manifests(),
                        Policy.of(type),
                        spec.clusters(),
                        spec.priority(),
                        Duration.ofSeconds(100),
                        null,
                        spec.onUnreachable(),
                        null,
                        "shop",
                        "edgewise-tenant",
                        false),
                null,
                RequestStatus.NEW);
        List<Bid> bids = List.of(
                new Bid("a", 1, 0.5, 5, 1, Double.NaN, askedAt, ""),
                new Bid("b", 1, 0.75, 20, 2, Double.NaN, askedAt, accepted > 1 ? "" : "no room"));
        return new RequestDecisionInput(
                request, true, Map.of(), Map.of(), Map.of(0, new LevelBids(0, askedAt, bids)), askedAt);
    }

    private static RequestStatus status(AttemptPhase phase, long seconds) {
        Attempt attempt = new Attempt(
                1,
                0,
                0,
                "a",
                "u",
                phase,
                START.plusSeconds(10),
                START.plusSeconds(110),
                START.plusSeconds(seconds),
                "");
        return new RequestStatus(RequestPhase.SCHEDULING, 1, 0, List.of(attempt), null, START, null, "");
    }

    /** Runs one attempt of 25 s of 100: waited 10 s, response 35 s, reward 1 − 25/100. */
    private static void run(AdaptivePolicy adaptive, RequestDecisionInput input, AttemptPhase end) {
        adaptive.prepare(input);
        GlobalRequest request = input.request();
        adaptive.written(request, status(AttemptPhase.TRYING, 10));
        GlobalRequest trying = new GlobalRequest(
                request.key(),
                request.uid(),
                "2",
                1,
                START,
                false,
                request.spec(),
                null,
                status(AttemptPhase.TRYING, 10));
        adaptive.written(trying, status(end, 35));
    }

    @Test
    void changesNothingWhereItIsOff() {
        AdaptivePolicy adaptive = policy(AdaptiveMode.OFF, 100);
        RequestDecisionInput input = input("r", PolicyType.ADAPTIVE, START, 2);

        assertThat(adaptive.prepare(input)).isSameAs(input);
        run(adaptive, input, AttemptPhase.READY);
        assertThat(adaptive.decisions()).isEmpty();
    }

    @Test
    void recordsInTheShadowAndDoesNotAct() {
        AdaptivePolicy adaptive = policy(AdaptiveMode.SHADOW, 100);
        RequestDecisionInput input = input("r", PolicyType.ADAPTIVE, START, 2);

        assertThat(adaptive.prepare(input)).isSameAs(input);
        run(adaptive, input, AttemptPhase.READY);
        AdaptiveDecision decision = adaptive.decisions().get(0);
        assertThat(AdaptivePolicy.ARMS.get(decision.usedArm())).isEqualTo(PolicyType.MOST_AVAILABLE);
        assertThat(decision.isEvaluable()).isFalse();
    }

    @Test
    void rankByThePolicyThatIsChosenAndKeepsTheChoice() {
        AdaptivePolicy adaptive = policy(AdaptiveMode.ON, 100);
        RequestDecisionInput input = input("r", PolicyType.ADAPTIVE, START, 2);

        PolicyType chosen = adaptive.prepare(input).request().spec().policy().type();
        assertThat(AdaptivePolicy.ARMS).contains(chosen);
        for (int again = 0; again < 100; again++) {
            assertThat(adaptive.prepare(input).request().spec().policy().type()).isEqualTo(chosen);
        }
    }

    @Test
    void learnsWaitStartAndResponse() {
        AdaptivePolicy adaptive = policy(AdaptiveMode.ON, 100);
        run(adaptive, input("r", PolicyType.ADAPTIVE, START, 2), AttemptPhase.READY);

        AdaptiveDecision decision = adaptive.decisions().get(0);
        assertThat(decision.outcome()).isEqualTo(new AdaptiveDecision.Outcome(true, 10, 25, 35, 0.75));
        assertThat(decision.isEvaluable()).isTrue();
        assertThat(adaptive.weights()[decision.usedArm()]).isCloseTo(1, within(1e-9));
    }

    @Test
    void aFailureCountsAsAllTheTime() {
        AdaptivePolicy adaptive = policy(AdaptiveMode.ON, 100);
        run(adaptive, input("r", PolicyType.ADAPTIVE, START, 2), AttemptPhase.CLEANING);

        assertThat(adaptive.decisions().get(0).outcome())
                .isEqualTo(new AdaptiveDecision.Outcome(false, 10, 100, 35, 0));
    }

    @Test
    void aLevelOfOneClusterIsNoChoice() {
        AdaptivePolicy adaptive = policy(AdaptiveMode.ON, 100);
        RequestDecisionInput input = input("r", PolicyType.ADAPTIVE, START, 1);

        assertThat(adaptive.prepare(input)).isSameAs(input);
    }

    @Test
    void keepsTheLatestDecisionsOnly() {
        AdaptivePolicy adaptive = policy(AdaptiveMode.ON, 100);
        for (int i = 0; i < 150; i++) {
            run(adaptive, input("r" + i, PolicyType.LOW_LATENCY, START, 2), AttemptPhase.READY);
        }

        assertThat(adaptive.decisions()).hasSize(100);
        assertThat(adaptive.decisions().get(99).request().name()).isEqualTo("r149");
        assertThat(adaptive.weights()[1]).isCloseTo(150, within(1e-6));
    }

    /** Deadlines are met by latency only: after 200 requests nearly all are ranked by it. */
    @Test
    void followsWhatSucceeds() {
        AdaptivePolicy adaptive = policy(AdaptiveMode.ON, 1000);
        int byLatency = 0;
        for (int i = 0; i < 400; i++) {
            RequestDecisionInput input = input("r" + i, PolicyType.ADAPTIVE, START, 2);
            PolicyType chosen =
                    adaptive.prepare(input).request().spec().policy().type();
            run(adaptive, input, chosen == PolicyType.LOW_LATENCY ? AttemptPhase.READY : AttemptPhase.CLEANING);
            byLatency += i >= 200 && chosen == PolicyType.LOW_LATENCY ? 1 : 0;
        }

        assertThat(byLatency).isGreaterThanOrEqualTo(180);
        AdaptiveResponses.EvaluationResponse evaluated = AdaptiveResponses.EvaluationResponse.of(adaptive.decisions());
        assertThat(evaluated.policies().get("LowLatency").snips().mean())
                .isGreaterThan(evaluated.policies().get("Cost").snips().mean());
    }
}
