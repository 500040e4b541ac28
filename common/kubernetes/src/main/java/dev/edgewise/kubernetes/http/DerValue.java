package dev.edgewise.kubernetes.http;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A value in ASN.1's DER, with its tag and its content. */
record DerValue(int tag, List<Byte> bytes) {
    static final int INTEGER = 0x02;
    static final int OCTETS = 0x04;
    static final int NULL = 0x05;
    static final int OID = 0x06;
    static final int SEQUENCE = 0x30;
    /** The first optional field of a structure. */
    static final int FIELD_0 = 0xa0;

    private static final int LONG_FORM = 0x80;
    private static final int MOST_LENGTH_BYTES = 3;

    /** Thrown when the bytes are no DER. */
    static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MalformedException(String message) {
            super(message);
        }
    }

    DerValue {
        bytes = List.copyOf(bytes);
    }

    /** Writes a value. */
    static byte[] write(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        int length = content.size();
        if (length < LONG_FORM) {
            all.write(length);
        } else {
            int count = length < 0x100 ? 1 : length < 0x10000 ? 2 : MOST_LENGTH_BYTES;
            all.write(LONG_FORM | count);
            for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
                all.write(length >> shift);
            }
        }
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }

    /**
     * Reads the values that stand one after the other.
     *
     * @throws MalformedException if that is no DER
     */
    static List<DerValue> read(byte[] der) {
        List<DerValue> values = new ArrayList<>();
        int at = 0;
        while (at < der.length) {
            int tag = der[at] & 0xff;
            int first = at + 1 < der.length ? der[at + 1] & 0xff : -1;
            int count = first < LONG_FORM ? 0 : first - LONG_FORM;
            int begin = at + 2 + count;
            if (first < 0 || count > MOST_LENGTH_BYTES || begin > der.length) {
                throw new MalformedException("it is no DER");
            }
            int length = count == 0 ? first : 0;
            for (int i = at + 2; i < begin; i++) {
                length = length << 8 | der[i] & 0xff;
            }
            if (length > der.length - begin) {
                throw new MalformedException("it is cut short");
            }
            values.add(of(tag, Arrays.copyOfRange(der, begin, begin + length)));
            at = begin + length;
        }
        return values;
    }

    private static DerValue of(int tag, byte[] content) {
        List<Byte> bytes = new ArrayList<>(content.length);
        for (byte each : content) {
            bytes.add(each);
        }
        return new DerValue(tag, bytes);
    }

    byte[] content() {
        byte[] content = new byte[bytes.size()];
        for (int i = 0; i < content.length; i++) {
            content[i] = bytes.get(i);
        }
        return content;
    }

    /** The values in it. */
    List<DerValue> values() {
        return read(content());
    }
}
