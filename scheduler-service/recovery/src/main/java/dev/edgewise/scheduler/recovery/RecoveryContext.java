package dev.edgewise.scheduler.recovery;

import dev.edgewise.scheduler.state.Snapshot;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Gives all parts of recovery access to the scheduler around them, on any thread.
 *
 * @param snapshots the cluster as it is now
 * @param decides whether this replica leads and knows all that was decided before
 * @param betweenDecisions runs work while no decision is under way
 */
record RecoveryContext(Supplier<Snapshot> snapshots, BooleanSupplier decides, Consumer<Runnable> betweenDecisions) {}
