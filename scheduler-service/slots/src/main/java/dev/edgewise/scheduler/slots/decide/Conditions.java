package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The conditions of a status that is being written: the moment of a change stays while nothing changes. */
final class Conditions {
    private final List<Condition> previous;
    private final List<Condition> next = new ArrayList<>();
    private final Instant now;
    private final long generation;

    Conditions(List<Condition> previous, Instant now, long generation) {
        this.previous = previous;
        this.now = now;
        this.generation = generation;
    }

    Conditions with(String type, boolean holds, String reason, String message) {
        Instant since = previous.stream()
                .filter(condition -> condition.type().equals(type) && condition.holds() == holds)
                .map(Condition::since)
                .findFirst()
                .orElse(now);
        next.add(new Condition(type, holds, reason, message, since, generation));
        return this;
    }

    List<Condition> list() {
        return next;
    }
}
