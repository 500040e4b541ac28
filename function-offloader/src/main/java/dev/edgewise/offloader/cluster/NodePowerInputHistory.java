package dev.edgewise.offloader.cluster;

import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.offloader.planning.BatteryDetails;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the input of nodes, lately and on average, from the readings that came by; it is lost at a restart. Safe for
 * many threads.
 */
public final class NodePowerInputHistory {
    private static final double RECENT_SECONDS = 600;
    private static final double MILLIS = 1_000;

    private final Habits habits;
    private final Map<String, Track> tracks = new HashMap<>();

    /**
     * The settings of nodes that no reading has.
     *
     * @param idleMw what a node draws without functions, in mW
     * @param coreMw what a busy core draws in addition, in mW
     * @param failedPercent charge below which a node stops
     * @param bootPercent charge at which it starts again
     */
    public record Habits(double idleMw, double coreMw, double failedPercent, double bootPercent) {}

    private static final class Track {
        EnergyReading last;
        double recentMw;
        double meanMw;

        @Nullable
        Double drawMw;

        double seconds;
        double upSeconds;

        Track(EnergyReading first, double inputMw) {
            last = first;
            recentMw = inputMw;
            drawMw = first.battery().drawMilliwatt();
            meanMw = inputMw;
        }
    }

    public NodePowerInputHistory(Habits habits) {
        this.habits = habits;
    }

    /** Takes the readings that hold now; nodes without one are forgotten. */
    public synchronized void take(Map<String, EnergyReading> readings) {
        tracks.keySet().retainAll(readings.keySet());
        readings.forEach((node, reading) -> {
            Double input = reading.battery().inputMilliwatt();
            if (input == null) {
                tracks.remove(node);
            } else {
                advance(tracks.computeIfAbsent(node, none -> new Track(reading, input)), reading, input);
            }
        });
    }

    /** A gap longer than a reading is valid says nothing. */
    private void advance(Track track, EnergyReading reading, double inputMw) {
        Duration passed =
                Duration.between(track.last.observed().at(), reading.observed().at());
        long valid = track.last.observed().validFor().toMillis();
        double seconds = Math.min(Math.max(0, passed.toMillis()), valid) / MILLIS;
        if (seconds > 0) {
            double news = 1 - Math.exp(-seconds / RECENT_SECONDS);
            track.recentMw += news * (inputMw - track.recentMw);
            Double draw = reading.battery().drawMilliwatt();
            track.drawMw = draw == null || track.drawMw == null
                    ? draw
                    : Double.valueOf(track.drawMw + news * (draw - track.drawMw));
            track.meanMw += seconds / (track.seconds + seconds) * (inputMw - track.meanMw);
            track.seconds += seconds;
            track.upSeconds += track.last.percent() > habits.failedPercent() ? seconds : 0;
        }
        if (!passed.isZero()) {
            // Also where the clock of who reads was set back: what it says now holds.
            track.last = reading;
        }
    }

    /** The details of a node's battery; null if the node says only how full it is. */
    public synchronized @Nullable BatteryDetails outlook(String node) {
        Track track = tracks.get(node);
        if (track == null) {
            return null;
        }
        BatteryFacts facts = track.last.battery();
        Double capacity = facts.capacityMwh();
        if (capacity == null) {
            return null;
        }
        Double charge = facts.chargeMwh();
        return new BatteryDetails(
                capacity,
                charge == null ? capacity * track.last.percent() / 100 : charge,
                capacity * habits.failedPercent() / 100,
                capacity * habits.bootPercent() / 100,
                track.recentMw,
                track.meanMw,
                habits.idleMw(),
                habits.coreMw(),
                track.seconds,
                track.upSeconds,
                busyCores(track.drawMw));
    }

    private @Nullable Double busyCores(@Nullable Double drawMw) {
        return drawMw == null || habits.coreMw() == 0
                ? null
                : Double.valueOf(Math.max(0, drawMw - habits.idleMw()) / habits.coreMw());
    }
}
