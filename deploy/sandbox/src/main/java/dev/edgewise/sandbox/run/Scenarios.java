package dev.edgewise.sandbox.run;

import java.util.Locale;
import java.util.function.Function;

/** The scenarios that can be asked for. */
public enum Scenarios {
    DELAY("delay", DelayScenario::new),
    ENERGY("energy", settings -> new EnergyScenario(EnergyScenarioSettings.sun(settings), settings)),
    LEVELS("energy", settings -> new EnergyScenario(EnergyScenarioSettings.levels(settings), settings)),
    REWARDS("rewards", RewardScenario::new),
    SLOTS("slots", SlotScenario::new),
    GLOBAL("global", GlobalScenario::new),
    RECOVERY("recovery", StoryScenario::recovery),
    ALL("story", StoryScenario::all);

    private final String examples;
    private final Function<Settings, Scenario> scenario;

    Scenarios(String examples, Function<Settings, Scenario> scenario) {
        this.examples = examples;
        this.scenario = scenario;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The folder of its workloads in {@code deploy/examples}. */
    public String examples() {
        return examples;
    }

    Scenario prepare(Settings settings) {
        return scenario.apply(settings);
    }
}
