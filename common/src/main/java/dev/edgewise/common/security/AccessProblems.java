package dev.edgewise.common.security;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers rejected callers with 401, 403 or 503, before they are handled as errors. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class AccessProblems {
    private static final String RETRY_SECONDS = "5";

    @ExceptionHandler
    ResponseEntity<ProblemDetail> denied(AccessDeniedException e) {
        HttpStatus status = e.isKnown() ? HttpStatus.FORBIDDEN : HttpStatus.UNAUTHORIZED;
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
        if (!e.isKnown()) {
            answer.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        return problem(answer, status, String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unavailable(ReviewUnavailableException e) {
        HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
        return problem(
                ResponseEntity.status(status).header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS),
                status,
                e.getMessage() + "; try again later");
    }

    private static ResponseEntity<ProblemDetail> problem(
            ResponseEntity.BodyBuilder answer, HttpStatus status, String detail) {
        return answer.contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(status, detail));
    }
}
