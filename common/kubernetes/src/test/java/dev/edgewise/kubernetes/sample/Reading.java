package dev.edgewise.kubernetes.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.signal.SignalCodec;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.UnreadableSignalException;
import dev.edgewise.common.web.InvalidInputException;

/**
 * The sample's own kind of signal.
 *
 * @param celsius how warm a node is, -273..1000 °C
 */
record Reading(int celsius) {
    /** All nodes are fields of one row, whose key is the prefix itself. */
    static final String ROW = "";

    private static final int COLDEST = -273;
    private static final int HOTTEST = 1_000;

    static final SignalKind<Reading> KIND = new SignalKind<>("temperature", "edgewise:temperature", new Codec());

    Reading {
        if (celsius < COLDEST || celsius > HOTTEST) {
            throw new InvalidInputException("celsius", celsius, "in " + COLDEST + ".." + HOTTEST);
        }
    }

    private static final class Codec implements SignalCodec<Reading> {
        @Override
        public byte[] encode(Reading value) {
            return ("{\"v\":1,\"celsius\":" + value.celsius() + "}").getBytes(UTF_8);
        }

        @Override
        public Reading decode(byte[] bytes) throws UnreadableSignalException {
            String json = new String(bytes, UTF_8);
            if (!json.matches("\\{\"v\":1,\"celsius\":-?[0-9]{1,4}}")) {
                throw new UnreadableSignalException("it is no temperature of version 1", null);
            }
            try {
                return new Reading(Integer.parseInt(json.substring(json.lastIndexOf(':') + 1, json.length() - 1)));
            } catch (InvalidInputException e) {
                throw new UnreadableSignalException(String.valueOf(e.getMessage()), e);
            }
        }
    }
}
