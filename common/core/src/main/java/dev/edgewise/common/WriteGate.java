package dev.edgewise.common;

/** Decides whether this replica may change the cluster at this moment; asked right before each change. Never blocks. */
@FunctionalInterface
public interface WriteGate {
    WriteGate ALWAYS_OPEN = () -> true;

    boolean isOpen();
}
