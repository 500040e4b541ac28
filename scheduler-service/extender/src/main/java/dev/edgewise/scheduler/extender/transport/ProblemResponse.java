package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.Problems;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.web.ErrorResponse;
import tools.jackson.databind.json.JsonMapper;

/**
 * A problem instead of an answer.
 *
 * @param internal whether it is an error of this service
 */
record ProblemResponse(HttpStatusCode status, HttpHeaders headers, ProblemDetail problem, boolean internal) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .build();

    /** @param cause an error of this service unless it defines the answer */
    static ProblemResponse of(RuntimeException cause) {
        if (cause instanceof ErrorResponse refused) {
            return new ProblemResponse(refused.getStatusCode(), refused.getHeaders(), refused.getBody(), false);
        }
        if (cause instanceof BusyException busy) {
            ResponseEntity<ProblemDetail> response = Problems.of(busy);
            return new ProblemResponse(
                    response.getStatusCode(), response.getHeaders(), Objects.requireNonNull(response.getBody()), false);
        }
        return new ProblemResponse(HttpStatus.INTERNAL_SERVER_ERROR, HttpHeaders.EMPTY, Problems.internal(), true);
    }

    byte[] json() {
        return JSON.writeValueAsBytes(problem);
    }
}
