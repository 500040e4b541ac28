package dev.edgewise.rewards.monitor;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.rewards.learning.ledger.TypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.TypeNodeLedgerJsonCodec;

/** The signal by which ledgers are stored. */
final class LedgerSignal {
    /** The kind of signal: a row for each type, with a field for each node. */
    static final SignalKind<TypeNodeLedger> KIND =
            new SignalKind<>("outcomes", Names.OUTCOMES_KEY_PREFIX, new TypeNodeLedgerJsonCodec());

    private LedgerSignal() {}
}
