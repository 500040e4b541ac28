package dev.edgewise.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.ProtocolException;
import java.util.Arrays;

/** The bytes of a request. */
public final class Request {
    private final StringBuilder head;

    /** @throws ProtocolException if the path holds characters that could end the request's first line */
    public Request(String method, Address address, String path) throws ProtocolException {
        if (!isPrintable(address.prefix() + path)) {
            throw new ProtocolException("a path has a space, a control character or one outside of ASCII");
        }
        this.head = new StringBuilder(method)
                .append(' ')
                .append(address.prefix())
                .append(path)
                .append(" HTTP/1.1\r\nHost: ")
                .append(address.authority())
                .append("\r\n");
    }

    /** Whether it is ASCII without spaces and control characters: it can end no line. */
    public static boolean isPrintable(String text) {
        return text.chars().allMatch(character -> character > ' ' && character < 0x7f);
    }

    /** @throws ProtocolException if the name or the value could end the line */
    public Request header(String name, String value) throws ProtocolException {
        if (!isPrintable(name) || name.isEmpty() || name.indexOf(':') >= 0 || !isOneLine(value)) {
            throw new ProtocolException("the header " + name + " has a control character or one outside of ASCII");
        }
        return lines(name + ": " + value + "\r\n");
    }

    private static boolean isOneLine(String value) {
        return value.chars().allMatch(character -> character >= ' ' && character < 0x7f);
    }

    /** Headers that are lines already, each with its end. */
    public Request lines(String headers) {
        head.append(headers);
        return this;
    }

    /** Bytes of a request without a body. */
    public byte[] bytes() {
        return (head + "\r\n").getBytes(ISO_8859_1);
    }

    /** Bytes of a request with a body, in one piece: one write makes one TLS record and one packet. */
    public byte[] bytes(String type, byte[] body) throws ProtocolException {
        byte[] before = header("Content-Type", type)
                .header("Content-Length", Integer.toString(body.length))
                .bytes();
        byte[] all = Arrays.copyOf(before, before.length + body.length);
        System.arraycopy(body, 0, all, before.length, body.length);
        return all;
    }
}
