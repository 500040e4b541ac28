package dev.edgewise.scheduler.taints;

import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import java.util.List;

/** What a list of tolerations puts up with. */
public final class Tolerations {
    private Tolerations() {}

    /** Whether one of them tolerates the taint. */
    public static boolean tolerate(List<Toleration> tolerations, Taint taint) {
        for (Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }

    /** Whether they tolerate every one of the taints that excludes pods. */
    public static boolean tolerateExcluding(List<Toleration> tolerations, List<Taint> taints) {
        for (Taint taint : taints) {
            if (taint.effect().excludes() && !tolerate(tolerations, taint)) {
                return false;
            }
        }
        return true;
    }
}
