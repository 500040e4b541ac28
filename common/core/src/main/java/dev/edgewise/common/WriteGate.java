package dev.edgewise.common;

/** Whether this replica may change the cluster at this moment; asked right before each change. Never blocks. */
@FunctionalInterface
public interface WriteGate {
    WriteGate ALWAYS_OPEN = () -> true;

    boolean isOpen();
}
