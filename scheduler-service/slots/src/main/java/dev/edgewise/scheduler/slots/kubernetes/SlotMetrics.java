package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The measurements of batch slots. */
final class SlotMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(SlotMetrics.class);

    private final Timer decisions;
    private final Counter applications;
    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    SlotMetrics(SlotCache cache, MeterRegistry meters) {
        this.decisions = Timer.builder("edgewise.slots.decision")
                .description("Time of a decision about the slots of a namespace, without its writes")
                .register(meters);
        this.applications = Counter.builder("edgewise.slots.applications")
                .description(
                        "Applications of batch jobs that decisions asked for; one that was refused is asked for again")
                .register(meters);
        for (SlotState state : SlotState.values()) {
            Gauge.builder("edgewise.slots", cache, known -> count(known, state))
                    .description("Slots of all testbeds by their state, as the leader has written it last")
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(meters);
        }
        Gauge.builder("edgewise.slots.testbeds", cache, known -> known.testbeds()
                        .size())
                .description("Testbeds")
                .register(meters);
    }

    private static double count(SlotCache cache, SlotState state) {
        return cache.testbeds().stream()
                .flatMap(testbed -> testbed.status().slots().stream())
                .map(Slot::state)
                .filter(state::equals)
                .count();
    }

    void decided(String namespace, Duration took, List<SlotAction> actions) {
        decisions.record(took);
        applications.increment(actions.stream()
                .filter(SlotAction.CreateApplication.class::isInstance)
                .count());
        unreadable.remove(namespace);
    }

    /** Notes that nothing is decided about a namespace, as its ledger cannot be read. */
    void unreadable(String namespace) {
        if (unreadable.add(namespace)) {
            LOG.error("The claims of slots cannot be read, so nothing is decided about them; namespace={}", namespace);
        }
    }

    /** Returns the namespaces about which nothing is decided. */
    Set<String> unreadable() {
        return Set.copyOf(unreadable);
    }
}
