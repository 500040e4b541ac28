package dev.edgewise.common.web;

import dev.edgewise.common.time.Ticker;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads the body of a request up to a limit, for controllers that authorise the caller first. */
public final class RequestBytes {
    /** Bodies of one endpoint at a time, where anybody with a token may send some: each holds a thread that other calls need. */
    public static final int MOST_AT_ONCE = 8;

    private static final int BUFFER = 64 * 1024;
    /** Clients have all of their JSON when they begin to send it: a slower one would only hold a thread. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private RequestBytes() {}

    /**
     * Reads at most this many bytes, which must come within 10 s: a peer that sends a byte now and then would hold its thread for days.
     *
     * @throws ResponseStatusException 413 if there are more, and 408 if they take longer; becomes a problem. The time may be exceeded by one
     *     read, which the connection's time limit ends.
     */
    public static byte[] read(HttpServletRequest request, int most) throws IOException {
        return read(request.getInputStream(), most);
    }

    static byte[] read(InputStream input, int most) throws IOException {
        return read(input, most, LONGEST, Ticker.system());
    }

    static byte[] read(InputStream input, int most, Duration longest, Ticker ticker) throws IOException {
        long begun = ticker.nanos();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER];
        for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
            body.write(buffer, 0, count);
            if (body.size() > most) {
                throw tooLarge(most);
            }
            if (ticker.since(begun).compareTo(longest) > 0) {
                throw new ResponseStatusException(
                        HttpStatus.REQUEST_TIMEOUT, "The body was not sent within " + longest.toSeconds() + " s");
            }
        }
        return body.toByteArray();
    }

    private static ResponseStatusException tooLarge(int most) {
        return new ResponseStatusException(
                HttpStatus.CONTENT_TOO_LARGE, "The body is larger than " + most + " bytes, the most that is allowed");
    }

    /**
     * Reads JSON of at most this many bytes, as {@link #read(HttpServletRequest, int)} does. What a person sends: a field that is not known was misspelled.
     *
     * @throws HttpMessageNotReadableException if it is none; becomes a 400 problem with the place or field, or a 422 one with a field that is not known
     */
    public static <T> T read(HttpServletRequest request, int most, JsonMapper json, Class<T> type) throws IOException {
        return read(request, most, json.readerFor(type).with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
    }

    /**
     * The same of a program that is not ours, which may send more than is read here.
     *
     * @throws HttpMessageNotReadableException if it is none; becomes a 400 problem with the place or field
     */
    public static <T> T readLenient(HttpServletRequest request, int most, JsonMapper json, Class<T> type)
            throws IOException {
        return read(request, most, json.readerFor(type));
    }

    private static <T> T read(HttpServletRequest request, int most, ObjectReader json) throws IOException {
        byte[] body = read(request, most);
        try {
            T value = json.readValue(body);
            if (value != null) {
                return value;
            }
        } catch (JacksonException e) {
            throw new HttpMessageNotReadableException("no such JSON", e, new ServletServerHttpRequest(request));
        }
        throw new HttpMessageNotReadableException("no JSON", new ServletServerHttpRequest(request));
    }
}
