package dev.edgewise.common.web;

import dev.edgewise.common.signal.publish.StandingByException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers calls to a process that stands by with 503, before they are handled as errors. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public class StandingByProblems {
    /** The connection is closed, so that the next call may reach the one that writes. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> standingBy(StandingByException e) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.CONNECTION, "close")
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage())));
    }
}
