package dev.edgewise.rewards.monitor;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedgerJsonCodec;

/** The signal by which ledgers are stored. */
final class OutcomeLedgerSignalKind {
    /** The kind of signal: a row for each type, with a field for each node. */
    static final SignalKind<PodTypeNodeLedger> KIND =
            new SignalKind<>("outcomes", Names.OUTCOMES_KEY_PREFIX, new PodTypeNodeLedgerJsonCodec());

    private OutcomeLedgerSignalKind() {}
}
