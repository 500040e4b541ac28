package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.signals.energy.NodeEnergy;
import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Names the energy that pods were judged by, with its age. */
final class EnergySignalEvidenceFactory {
    private static final String SIGNAL = "energy";

    private EnergySignalEvidenceFactory() {}

    /** Sums up all nodes, aged as the oldest reading. */
    static SignalEvidence sum(NodeEnergyByPosition energy, Instant now) {
        NodeEnergyByPosition.Coverage coverage = energy.coverage();
        SignalEvidence.State known =
                coverage.fresh() + coverage.labelled() > 0 ? SignalEvidence.State.FRESH : SignalEvidence.State.MISSING;
        return new SignalEvidence(
                SIGNAL,
                "*",
                coverage.oldest() == null ? null : ObservationMetadata.age(coverage.oldest(), now),
                coverage.stale() > 0 ? SignalEvidence.State.STALE : known,
                coverage.fresh() + " fresh, " + coverage.stale() + " stale, " + coverage.labelled() + " by label, "
                        + coverage.unknown() + " missing");
    }

    /** Returns the signal of one node. */
    static SignalEvidence of(String subject, NodeEnergy energy, Instant now) {
        EnergyReading reading = energy.reading();
        if (reading != null) {
            SignalEvidence.State state = energy.isStale() ? SignalEvidence.State.STALE : SignalEvidence.State.FRESH;
            return new SignalEvidence(SIGNAL, subject, reading.observed().age(now), state, words(reading));
        }
        EnergyLevel level = energy.level();
        return level == null ? missing(subject, null) : labelled(subject, level);
    }

    /** @param why in words; null where nothing is to be said */
    static SignalEvidence missing(String subject, @Nullable String why) {
        return new SignalEvidence(SIGNAL, subject, null, SignalEvidence.State.MISSING, why);
    }

    private static SignalEvidence labelled(String subject, EnergyLevel level) {
        String words = level + ", by label " + Names.ENERGY_LABEL;
        return new SignalEvidence(SIGNAL, subject, null, SignalEvidence.State.FRESH, words);
    }

    private static String words(EnergyReading reading) {
        String percent = BigDecimal.valueOf(reading.percent())
                .setScale(1, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
        return reading.level() + " at " + percent + " %, by "
                + reading.observed().source();
    }
}
