package dev.edgewise.energy.push;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads the report in a request, of a few KB at most. */
final class ReportBody {
    private static final int MAX_BYTES = 4 * 1024;

    private ReportBody() {}

    /** @throws ResponseStatusException 413 if it is longer; what is no report becomes a 400 problem */
    static EnergyReport read(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (body.length > MAX_BYTES) {
            throw new ResponseStatusException(
                    HttpStatus.CONTENT_TOO_LARGE, "a report may have " + MAX_BYTES + " bytes at most");
        }
        try {
            EnergyReport report = JsonMapper.shared().readValue(body, EnergyReport.class);
            if (report != null) {
                return report;
            }
        } catch (JacksonException e) {
            throw new HttpMessageNotReadableException("no report", e, new ServletServerHttpRequest(request));
        }
        throw new HttpMessageNotReadableException("no report", new ServletServerHttpRequest(request));
    }
}
