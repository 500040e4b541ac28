package dev.edgewise.global.web;

import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.global.model.RequestSpec;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.databind.json.JsonMapper;

/** Reads the bodies of authenticated callers: JSON, or a form with a file. */
public final class SubmittedBody {
    /** Twice the largest manifests, as JSON escapes each quotation mark and end of line. */
    private static final int LARGEST = 2 * RequestSpec.LARGEST_INLINE;

    private final JsonMapper json;

    SubmittedBody(JsonMapper json) {
        this.json = json;
    }

    SubmitRequest read(HttpServletRequest http) throws IOException {
        return isForm(http)
                ? SubmittedForm.read(form(http))
                : LimitedRequestBodyReader.read(http, LARGEST, json, SubmitRequest.class);
    }

    /**
     * Returns the fields of a form.
     *
     * @throws ResponseStatusException 403 if a browser sends it for a page of another site, which it does for forms
     *     without asking
     */
    public Map<String, String> form(HttpServletRequest http) throws IOException {
        String site = Objects.requireNonNullElse(http.getHeader("Sec-Fetch-Site"), "none");
        if (!site.equals("none") && !site.equals("same-origin")) {
            throw new ResponseStatusException(HttpStatus.FORBIDDEN, "A form of another site is not taken");
        }
        return MultipartForm.read(
                LimitedRequestBodyReader.read(http, LARGEST), Objects.requireNonNullElse(http.getContentType(), ""));
    }

    private static boolean isForm(HttpServletRequest http) {
        String type = Objects.requireNonNullElse(http.getContentType(), "");
        return type.toLowerCase(Locale.ROOT).startsWith(MediaType.MULTIPART_FORM_DATA_VALUE);
    }
}
