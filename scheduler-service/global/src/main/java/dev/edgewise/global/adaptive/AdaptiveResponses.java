package dev.edgewise.global.adaptive;

import dev.edgewise.common.web.Page;
import dev.edgewise.global.model.EnumText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Answers about the adaptive policy. */
public final class AdaptiveResponses {
    private AdaptiveResponses() {}

    public static StateResponse state(AdaptivePolicy policy) {
        return StateResponse.of(policy);
    }

    /**
     * Returns decisions with their outcomes, the latest first.
     *
     * @param skip how many of the latest are left out
     */
    public static Page<DecisionResponse> decisions(AdaptivePolicy policy, int limit, int skip) {
        List<AdaptiveDecision> all = policy.decisions();
        return Page.of(
                IntStream.range(skip, Math.max(skip, all.size())).boxed(),
                limit,
                index -> Integer.toString(index + 1),
                index -> DecisionResponse.of(all.get(all.size() - 1 - index)));
    }

    public static EvaluationResponse evaluation(AdaptivePolicy policy) {
        return EvaluationResponse.of(policy.decisions());
    }

    /**
     * The state of the learner of this replica.
     *
     * @param outcomes how many outcomes of each policy count, older ones as fractions
     */
    public record StateResponse(String mode, Map<String, Double> outcomes, int kept) {
        static StateResponse of(AdaptivePolicy policy) {
            return new StateResponse(
                    EnumText.of(policy.mode()),
                    byPolicy(policy.weights()),
                    policy.decisions().size());
        }
    }

    /**
     * A decision.
     *
     * @param features what was known
     * @param policy that ranked the clusters
     * @param propensity the probability with which that was so
     * @param best that would have been chosen without chance
     * @param expected reward of each policy, as it was believed
     * @param bonus what each got for being little known
     * @param outcome null before the attempt has ended
     */
    public record DecisionResponse(
            Instant at,
            String namespace,
            String name,
            int level,
            int attempt,
            String cluster,
            Map<String, Double> features,
            String policy,
            double propensity,
            String best,
            Map<String, Double> expected,
            Map<String, Double> bonus,
            AdaptiveDecision.@Nullable Outcome outcome) {
        static DecisionResponse of(AdaptiveDecision decision) {
            Map<String, Double> features = new LinkedHashMap<>();
            for (int i = 0; i < LevelFeatures.NAMES.size(); i++) {
                features.put(LevelFeatures.NAMES.get(i), decision.context()[i]);
            }
            return new DecisionResponse(
                    decision.at(),
                    decision.request().namespace(),
                    decision.request().name(),
                    decision.level(),
                    decision.attempt(),
                    decision.cluster(),
                    features,
                    policyName(decision.usedArm()),
                    decision.propensity(),
                    policyName(decision.choice().best()),
                    byPolicy(decision.choice().expected()),
                    byPolicy(decision.choice().bonus()),
                    decision.outcome());
        }
    }

    /**
     * The mean reward that each policy alone would have had, estimated from the decisions that were made by chance.
     *
     * @param had the mean reward of these decisions
     */
    public record EvaluationResponse(
            int decisions, @Nullable Double had, Map<String, OfflineEvaluator.Evaluation> policies) {
        static EvaluationResponse of(List<AdaptiveDecision> all) {
            List<LoggedDecision> log = all.stream()
                    .filter(AdaptiveDecision::isEvaluable)
                    .map(EvaluationResponse::logged)
                    .toList();
            Map<String, OfflineEvaluator.Evaluation> policies = new LinkedHashMap<>();
            if (log.isEmpty()) {
                return new EvaluationResponse(0, null, policies);
            }
            int arms = AdaptivePolicy.ARMS.size();
            OfflineEvaluator evaluator = new OfflineEvaluator(arms, LARGEST_WEIGHT);
            for (int arm = 0; arm < arms; arm++) {
                double[] always = new double[arms];
                always[arm] = 1;
                policies.put(policyName(arm), evaluator.evaluate(log, context -> always, SEED));
            }
            double had =
                    log.stream().mapToDouble(LoggedDecision::reward).average().orElse(0);
            return new EvaluationResponse(log.size(), had, policies);
        }

        private static LoggedDecision logged(AdaptiveDecision decision) {
            AdaptiveDecision.Outcome outcome = decision.outcome();
            return new LoggedDecision(
                    decision.context(),
                    decision.usedArm(),
                    decision.propensity(),
                    outcome == null ? 0 : outcome.reward());
        }

        /** Above that of the rarest choice with the default exploration, 4 / 0.05 = 80. */
        private static final double LARGEST_WEIGHT = 100;

        private static final long SEED = 1;
    }

    private static String policyName(int arm) {
        return EnumText.of(AdaptivePolicy.ARMS.get(arm));
    }

    private static Map<String, Double> byPolicy(double[] values) {
        Map<String, Double> named = new LinkedHashMap<>();
        for (int arm = 0; arm < values.length; arm++) {
            named.put(policyName(arm), values[arm]);
        }
        return named;
    }
}
