package dev.edgewise.scheduler.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A toleration of a pod.
 *
 * @param key empty with {@code Exists} tolerates every key
 * @param effect null tolerates every effect
 */
public record Toleration(String key, Operator operator, String value, Taint.@Nullable Effect effect) {
    /** The comparison with the taint's value. */
    public enum Operator {
        EQUAL,
        EXISTS
    }

    public boolean tolerates(Taint taint) {
        if (effect != null && effect != taint.effect()) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return operator == Operator.EXISTS || (!key.isEmpty() && value.equals(taint.value()));
    }

    /** Returns whether one of them tolerates the taint. */
    public static boolean tolerate(List<Toleration> tolerations, Taint taint) {
        for (Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }
}
