package dev.edgewise.common.signal.publish;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import java.util.Optional;

/** Decides whether this process is the one that writes a kind of signal. Safe for many threads. */
public interface WriterElection {
    /**
     * Whether this process may write; asked before each row.
     *
     * @throws SignalStoreUnavailableException if that is not known
     */
    boolean isOurs();

    /** The process that writes instead of this one, as far as known. */
    Optional<String> other();

    /** Gives the turn back at the end of the process. */
    default void release() {}

    /**
     * Requires that no other process writes: what a standby took would not be published. Calls no store.
     *
     * @throws NotActiveWriterException if another writes; becomes a 503 problem
     */
    default void requireNoOther() {
        other().ifPresent(writer -> {
            throw new NotActiveWriterException(writer);
        });
    }

    /** The leader writes. */
    static WriterElection of(WriteGate gate) {
        return new WriterElection() {
            @Override
            public boolean isOurs() {
                return gate.isOpen();
            }

            @Override
            public Optional<String> other() {
                return gate.isOpen() ? Optional.empty() : Optional.of("the leader");
            }
        };
    }
}
