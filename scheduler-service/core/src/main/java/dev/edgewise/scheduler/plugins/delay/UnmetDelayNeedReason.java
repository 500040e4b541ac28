package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.signals.rtt.NearestDistances;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.UncertainPaths;
import org.jspecify.annotations.Nullable;

/** The reasons why a node is not within a need; among several paths to it the first of these counts. */
enum UnmetDelayNeedReason {
    UNMEASURED("node(s) might be within %bound of %ref, but were not measured"),
    UNSAMPLED("node(s) might be within %bound of %ref, but were not measured often enough for the %percentile"),
    TOO_FAR("node(s) were farther than %bound from %ref"),
    LOSSY("node(s) answered with a loss above %loss from %ref"),
    SILENT("node(s) did not answer %ref"),
    OLD("node(s) had no recent round-trip time from %ref"),
    UNKNOWN("node(s) had no known round-trip time from %ref");

    private final String words;

    UnmetDelayNeedReason(String words) {
        this.words = words;
    }

    /** @param rtt what is known of the way; null if nothing */
    static UnmetDelayNeedReason of(@Nullable Rtt rtt, DelayNeed need) {
        if (rtt == null) {
            return UNKNOWN;
        }
        Rtt.Flaw flaw = rtt.flaw(need.quality());
        if (flaw == Rtt.Flaw.SILENT) {
            return SILENT;
        }
        if (flaw == Rtt.Flaw.LOSSY) {
            return LOSSY;
        }
        if (!rtt.mayBeWithin(need.micros(), need.quality())) {
            return TOO_FAR;
        }
        return flaw == Rtt.Flaw.OLD ? OLD : rtt.estimate() == null ? UNSAMPLED : UNMEASURED;
    }

    /** The first of all ways to a node that is not within the bound. */
    static UnmetDelayNeedReason of(NearestDistances nearest, int node, long bound) {
        UncertainPaths ways = nearest.uncertain();
        if (ways == null) {
            return nearest.micros(node) == NearestDistances.UNKNOWN ? UNKNOWN : TOO_FAR;
        }
        if (ways.mayBeMeasuredWithin(node, bound)) {
            return UNMEASURED;
        }
        if (ways.mayBeSampledWithin(node, bound)) {
            return UNSAMPLED;
        }
        if (ways.isFarther(node, bound)) {
            return TOO_FAR;
        }
        if (ways.isLossy(node)) {
            return LOSSY;
        }
        return ways.isSilent(node) ? SILENT : ways.isOld(node) ? OLD : UNKNOWN;
    }

    /** Returns the text for the pod's events. */
    String words(DelayNeed need) {
        return words.replace("%bound", need.bound())
                .replace("%percentile", need.quality().percentile().toString())
                .replace("%loss", NumberFormats.percent(need.quality().maxLoss()))
                .replace("%ref", need.reference());
    }
}
