package dev.edgewise.common.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The body of a request, for controllers that read it once they know the caller, and no further than it can make sense. */
public final class RequestBytes {
    private RequestBytes() {}

    /** @throws ResponseStatusException 413 if there are more than so many bytes; becomes a problem */
    public static byte[] read(HttpServletRequest request, int most) throws IOException {
        byte[] body = request.getInputStream().readNBytes(most + 1);
        if (body.length > most) {
            throw new ResponseStatusException(
                    HttpStatus.CONTENT_TOO_LARGE,
                    "The body is larger than " + most + " bytes, the most that is allowed");
        }
        return body;
    }

    /**
     * Reads JSON of at most so many bytes.
     *
     * @throws HttpMessageNotReadableException if it is none; becomes a 400 problem with the place or field
     */
    public static <T> T read(HttpServletRequest request, int most, JsonMapper json, Class<T> type) throws IOException {
        byte[] body = read(request, most);
        try {
            T value = json.readValue(body, type);
            if (value != null) {
                return value;
            }
        } catch (JacksonException e) {
            throw new HttpMessageNotReadableException("no such JSON", e, new ServletServerHttpRequest(request));
        }
        throw new HttpMessageNotReadableException("no JSON", new ServletServerHttpRequest(request));
    }
}
