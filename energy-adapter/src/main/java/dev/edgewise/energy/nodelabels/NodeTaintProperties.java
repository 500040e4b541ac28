package dev.edgewise.energy.nodelabels;

import dev.edgewise.common.Names;
import dev.edgewise.common.Require;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.energy.nodes.NodeTaint;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the taint {@code edgewise.dev/energy=powerless} of powerless nodes.
 *
 * @param enabled whether powerless nodes get the taint {@code edgewise.dev/energy=powerless} [boolean]
 * @param effect effect of the taint; an admission policy refuses {@code NoExecute} [NoSchedule, PreferNoSchedule,
 *     NoExecute]
 * @param maxShare largest share of all nodes, rounded down, that is tainted at a time [0 to 1]
 */
@ConfigurationProperties("edgewise.energy-adapter.taints")
public record NodeTaintProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("NoSchedule") String effect,
        @DefaultValue("0.5") double maxShare) {
    static final String KEY = Names.DOMAIN + "energy";

    private static final String PREFIX = "edgewise.energy-adapter.taints.";
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    public NodeTaintProperties {
        Require.that(EFFECTS.contains(effect), PREFIX + "effect", effect, "one of " + String.join(", ", EFFECTS));
        Require.that(maxShare >= 0 && maxShare <= 1, PREFIX + "max-share", maxShare, "in 0..1, such as 0.5");
    }

    NodeTaint taint() {
        return new NodeTaint(KEY, EnergyLevel.POWERLESS.label(), effect, null);
    }
}
