package dev.edgewise.energy.push;

import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.energy.readings.Measurement;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A reading that a device reports of itself.
 *
 * @param percent state of charge, 0..100; may be left out where charge and capacity are there
 * @param observedAt when; now, if absent
 * @param validFor how long it may be relied on, 1 s..24 h; a setting, if absent
 * @param capacityMwh energy of the full battery, in mWh, above 0
 * @param chargeMwh energy in the battery, in mWh, from 0 to the capacity
 * @param inputMilliwatt what comes in, in mW, ≥ 0
 * @param drawMilliwatt what the device takes, in mW, ≥ 0
 */
record PushRequest(
        @Nullable Double percent,
        @Nullable Instant observedAt,
        @Nullable Duration validFor,
        @Nullable Double capacityMwh,
        @Nullable Double chargeMwh,
        @Nullable Double inputMilliwatt,
        @Nullable Double drawMilliwatt) {
    private static final double FULL = 100;

    /** @throws InvalidInputException if a value is not allowed */
    Measurement measurement(Instant now, Duration usual) {
        amount("inputMilliwatt", inputMilliwatt);
        amount("drawMilliwatt", drawMilliwatt);
        amount("chargeMwh", chargeMwh);
        if (capacityMwh != null && !(capacityMwh > 0 && Double.isFinite(capacityMwh))) {
            throw new InvalidInputException("capacityMwh", capacityMwh, "a number above 0");
        }
        Duration lasts = validFor == null ? usual : validFor;
        if (!PushProperties.isValidity(lasts)) {
            throw new InvalidInputException("validFor", lasts, "in PT1S..PT24H");
        }
        Instant at = observedAt == null ? now : observedAt;
        if (at.isBefore(now.minus(lasts))) {
            throw new InvalidInputException(
                    "observedAt", at, "at most validFor, " + lasts + ", before the time here, " + now);
        }
        BatteryFacts facts = new BatteryFacts(capacityMwh, chargeMwh, inputMilliwatt, drawMilliwatt);
        return new Measurement(charge(), at, lasts, facts, null).notAfter(now);
    }

    private double charge() {
        if (chargeMwh != null && capacityMwh != null && chargeMwh > capacityMwh) {
            throw new InvalidInputException("chargeMwh", chargeMwh, "at most capacityMwh, " + capacityMwh);
        }
        if (percent != null) {
            return percent;
        }
        if (chargeMwh == null || capacityMwh == null) {
            throw new InvalidInputException(
                    "percent", "missing", "a number in 0..100, unless chargeMwh and capacityMwh are there");
        }
        // The quotient of equal numbers may be a little more than 100.
        return Math.min(FULL, FULL * chargeMwh / capacityMwh);
    }

    private static void amount(String field, @Nullable Double value) {
        if (value != null && !(value >= 0 && Double.isFinite(value))) {
            throw new InvalidInputException(field, value, "a number, 0 or more");
        }
    }
}
