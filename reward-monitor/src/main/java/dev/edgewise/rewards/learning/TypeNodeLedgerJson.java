package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.SignalCodec;
import dev.edgewise.common.signal.UnreadableSignalException;

/** Ledgers as versioned JSON of a few KB at most. */
public final class TypeNodeLedgerJson implements SignalCodec<TypeNodeLedger> {
    @Override
    public byte[] encode(TypeNodeLedger value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TypeNodeLedger decode(byte[] bytes) throws UnreadableSignalException {
        throw new UnsupportedOperationException();
    }
}
