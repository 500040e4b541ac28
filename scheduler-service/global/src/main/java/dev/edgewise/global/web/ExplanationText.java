package dev.edgewise.global.web;

import dev.edgewise.global.policy.RequestExplanation;
import dev.edgewise.global.view.RequestResponse.AttemptResponse;
import java.util.List;
import java.util.Locale;

/** Writes an explanation for people, in few lines: first where it was tried, then each level. */
final class ExplanationText {
    private static final int MOST_ATTEMPTS = 5;
    private static final int MOST_CLUSTERS = 10;

    private final StringBuilder text = new StringBuilder();

    private ExplanationText() {}

    static String of(ExplainResponse explained) {
        ExplanationText writer = new ExplanationText();
        writer.line("%s by %s%s", explained.phase(), explained.policy(), runs(explained));
        if (!explained.message().isEmpty()) {
            writer.line("%s", explained.message());
        }
        writer.attempts(explained.attempts());
        explained.levels().forEach(writer::level);
        return writer.text.toString();
    }

    private static String runs(ExplainResponse explained) {
        return explained.chosen().isEmpty() ? "" : ", runs in " + String.join(", ", explained.chosen());
    }

    private void attempts(List<AttemptResponse> attempts) {
        int from = Math.max(0, attempts.size() - MOST_ATTEMPTS);
        if (from > 0) {
            line("attempts 1 to %d are left out", from);
        }
        for (AttemptResponse attempt : attempts.subList(from, attempts.size())) {
            line(
                    "attempt %d: level %d, %s: %s%s",
                    attempt.number(),
                    attempt.level() + 1,
                    attempt.cluster(),
                    attempt.phase(),
                    attempt.reason().isEmpty() ? "" : ", " + attempt.reason());
        }
    }

    private void level(RequestExplanation.Level level) {
        line("level %d, now:", level.index() + 1);
        List<RequestExplanation.Cluster> clusters = level.clusters();
        clusters.stream().limit(MOST_CLUSTERS).forEach(this::cluster);
        if (clusters.size() > MOST_CLUSTERS) {
            line("     and %d more", clusters.size() - MOST_CLUSTERS);
        }
    }

    private void cluster(RequestExplanation.Cluster cluster) {
        String old = age(cluster) + (cluster.basis().isEmpty() ? "" : "; " + cluster.basis());
        Integer rank = cluster.rank();
        if (rank == null) {
            line("  -  %s: left out, %s%s", cluster.name(), String.valueOf(cluster.filter()), old);
        } else {
            line("  %d. %s: %s%s", rank, cluster.name(), cluster.why(), old);
        }
    }

    private static String age(RequestExplanation.Cluster cluster) {
        Double age = cluster.ageSeconds();
        Double valid = cluster.validSeconds();
        if (age == null) {
            return "";
        }
        String old = String.format(Locale.ROOT, ", %.1f s old", age);
        return valid == null ? old : old + String.format(Locale.ROOT, " (valid for %.0f s)", valid);
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
