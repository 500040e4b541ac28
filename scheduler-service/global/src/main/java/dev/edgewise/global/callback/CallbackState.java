package dev.edgewise.global.callback;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The progress of the callback of a request; in its {@code status.callback}, so that a restart neither loses it nor
 * sends it with another id.
 *
 * @param id the same in all deliveries of one end
 * @param attempts deliveries that were tried
 * @param next when the next one is due; null if none is
 * @param delivered whether the address has accepted it
 * @param message of the last failure, for people; empty if there was none
 */
public record CallbackState(String id, int attempts, @Nullable Instant next, boolean delivered, String message) {
    /** Whether nothing more is to be sent. */
    public boolean isOver() {
        return delivered || next == null;
    }
}
