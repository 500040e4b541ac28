package dev.edgewise.common.web;

import dev.edgewise.common.time.Ticker;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads the body of a request up to a limit, for controllers that authorise the caller first. */
public final class LimitedRequestBodyReader {
    /** Bodies of one endpoint that are read and judged at a time, where anybody with a token may send some. */
    public static final int MOST_AT_ONCE = 8;

    private static final int BUFFER = 64 * 1024;
    /** Clients have all of their JSON when they begin to send it: a slower one would only hold a thread. */
    private static final Duration LONGEST = AsyncRequestBodyCollector.LONGEST;

    private LimitedRequestBodyReader() {}

    /**
     * Reads at most this many bytes, which must come within 10 s. Unless they are here, the call ends with an
     * exception, and the handler is called again once they are: until then it must check only who calls.
     *
     * @throws ResponseStatusException 413 if there are more, and 408 if they take longer; becomes a problem
     */
    public static byte[] read(HttpServletRequest request, int most) throws IOException {
        ReceivedRequestBody arrived = ReceivedRequestBody.of(request);
        if (arrived != null) {
            return arrived.complete();
        }
        if (isAwaited(request) && request.isAsyncSupported()) {
            throw new BodyPendingException(most);
        }
        return read(request.getInputStream(), most);
    }

    /** Whether the request has a body that nothing has waited for yet. */
    static boolean isAwaited(HttpServletRequest request) {
        return ReceivedRequestBody.of(request) == null
                && (request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null);
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

    static ResponseStatusException tooLarge(int most) {
        return new ResponseStatusException(
                HttpStatus.CONTENT_TOO_LARGE, "The body is larger than " + most + " bytes, the most that is allowed");
    }

    /**
     * Reads JSON of at most this many bytes, as {@link #read(HttpServletRequest, int)} does. What a person sends: a
     * field that is not known was misspelled.
     *
     * @throws HttpMessageNotReadableException if it is none; becomes a 400 problem with the place or field, or a 422
     *     one with a field that is not known
     */
    public static <T> T read(HttpServletRequest request, int most, JsonMapper json, Class<T> type) throws IOException {
        return read(request, most, json.readerFor(type).with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
    }

    /**
     * Reads JSON of another vendor's program, which may hold unknown fields.
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
