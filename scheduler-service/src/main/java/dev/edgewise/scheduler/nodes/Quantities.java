package dev.edgewise.scheduler.nodes;

import dev.edgewise.scheduler.model.Resources;
import java.util.Map;
import java.util.TreeMap;

/** Writes resources as Kubernetes does: cpu in thousandths, the others in bytes or units. */
final class Quantities {
    private Quantities() {}

    static Map<String, String> of(Resources resources) {
        Map<String, String> quantities = new TreeMap<>();
        quantities.put("cpu", resources.milliCpu() + "m");
        quantities.put("memory", Long.toString(resources.memory()));
        quantities.put("ephemeral-storage", Long.toString(resources.ephemeralStorage()));
        resources.scalars().forEach((name, amount) -> quantities.put(name, amount.toString()));
        return quantities;
    }
}
