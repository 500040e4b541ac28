package dev.edgewise.scheduler.cycle;

/** Whether this replica may change the cluster at this moment; asked right before each change. Never blocks. */
@FunctionalInterface
public interface Mandate {
    Mandate UNLIMITED = () -> true;

    boolean holds();
}
