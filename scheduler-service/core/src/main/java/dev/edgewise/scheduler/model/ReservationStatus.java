package dev.edgewise.scheduler.model;

import java.util.Locale;

/**
 * The status of a reservation.
 *
 * @param pod name of the pod that took it; empty if none did
 * @param reason one word in camel case why it is in this phase; empty where the phase says it
 * @param message the same for people; empty where the phase says it
 */
public record ReservationStatus(Phase phase, String pod, String reason, String message) {
    /** The status before anything was written. */
    public static final ReservationStatus NEW = new ReservationStatus(Phase.NEW);

    /** The phases of the API, and the one before them. */
    public enum Phase {
        NEW,
        /** Holds its capacity. */
        ACTIVE,
        /** A pod took it. */
        TAKEN,
        /** Expired before a pod came. */
        EXPIRED,
        /** Holds nothing, as its node does not exist or has too little free capacity. */
        UNSCHEDULABLE;

        /** Returns the phase as the API and REST write it; {@code Pending} before it was ever written. */
        public String text() {
            return this == NEW
                    ? "Pending"
                    : name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }

        /** Returns whether it can never hold capacity again. */
        public boolean isEnd() {
            return this == TAKEN || this == EXPIRED;
        }
    }

    public ReservationStatus(Phase phase) {
        this(phase, "", "", "");
    }
}
