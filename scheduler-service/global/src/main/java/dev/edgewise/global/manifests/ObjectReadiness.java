package dev.edgewise.global.manifests;

import org.jspecify.annotations.Nullable;

/**
 * Shows whether one object of an attempt is ready.
 *
 * @param failed why it cannot become ready any more; null while it may
 * @param pending why it is not ready yet; empty if it is
 */
public record ObjectReadiness(boolean ready, @Nullable String failed, String pending) {
    static final ObjectReadiness READY = new ObjectReadiness(true, null, "");

    static ObjectReadiness pending(String why) {
        return new ObjectReadiness(false, null, why);
    }

    static ObjectReadiness failed(String why) {
        return new ObjectReadiness(false, why, why);
    }
}
