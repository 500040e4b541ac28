package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.common.signal.Percentile;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The terms in the annotation {@value dev.edgewise.common.Names#DELAY_ANNOTATION}: {@code p95}, {@code loss=0.01}, or
 * both with a comma between.
 *
 * @param maxLoss share of lost probes above which a path meets no need of the pod, 0..1; null if it says nothing
 */
record DelayAnnotationTerms(Percentile percentile, @Nullable Double maxLoss) {
    static final DelayAnnotationTerms NONE = new DelayAnnotationTerms(Percentile.P50, null);

    private static final String LOSS = "loss=";
    /** Maximum length of a share; anything longer is invalid, and parsing it would take time. */
    private static final int LONGEST = 64;

    /** @throws IllegalArgumentException if the text is something else; the message names it and what is allowed */
    static DelayAnnotationTerms parse(String text) {
        if (text.length() > LONGEST) {
            throw wrong(text.substring(0, LONGEST) + "…");
        }
        Percentile percentile = null;
        Double maxLoss = null;
        for (String part : text.toLowerCase(Locale.ROOT).split(",", -1)) {
            String term = part.strip();
            if (term.startsWith(LOSS) && maxLoss == null) {
                maxLoss = share(term.substring(LOSS.length()));
            } else if (!term.startsWith(LOSS) && percentile == null) {
                percentile = Percentile.parse(term);
            } else {
                throw wrong(text);
            }
        }
        return new DelayAnnotationTerms(percentile == null ? Percentile.P50 : percentile, maxLoss);
    }

    private static double share(String text) {
        try {
            double share = Double.parseDouble(text);
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException notANumber) {
            // said below, as for a number out of range
        }
        throw new IllegalArgumentException("loss is \"" + text + "\": it must be a number from 0 to 1");
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("it is \"" + text
                + "\": it must be one of p50, p95, p99, or loss=<0..1>, or both, such as \"p95, loss=0.01\"");
    }
}
