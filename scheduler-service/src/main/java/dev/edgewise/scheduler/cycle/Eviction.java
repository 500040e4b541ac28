package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A preemption to be carried out.
 *
 * @param node where the victims run
 * @param victims pods bound to that node, lower in priority
 * @param wanted whether it is still to be done, as far as this process knows; to be asked right before each write
 * @param ended accepts exactly once whether all of it was done, on any thread
 */
public record Eviction(Pod preemptor, String node, List<Pod> victims, BooleanSupplier wanted, Consumer<Boolean> ended) {
    public Eviction {
        victims = List.copyOf(victims);
    }
}
