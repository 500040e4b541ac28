package dev.edgewise.global.callback;

import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.GlobalRequest;
import java.io.IOException;

/** Delivers one callback. */
@FunctionalInterface
interface CallbackSender {
    /**
     * The answer of the address.
     *
     * @param code HTTP status
     */
    record Reply(int code) {
        private static final int GONE = 410;
        private static final int SUCCESS = 2;
        private static final int HUNDRED = 100;

        boolean isAccepted() {
            return code / HUNDRED == SUCCESS;
        }

        /** Whether the address wants no more deliveries. */
        boolean isFinal() {
            return code == GONE;
        }
    }

    /** @throws IOException if there is no answer, or nothing may be sent there */
    Reply send(GlobalRequest request, Callback callback) throws IOException;
}
