package dev.edgewise.common.signal;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A kind of signal of tests: a text, written as it is. */
public final class Words {
    public static final SignalKind<String> KIND = new SignalKind<>("words", "edgewise:words:", new SignalCodec<>() {
        @Override
        public byte[] encode(String value) {
            return value.getBytes(UTF_8);
        }

        @Override
        public String decode(byte[] bytes) {
            return new String(bytes, UTF_8);
        }
    });

    private Words() {}
}
