package dev.edgewise.offloader.web;

import dev.edgewise.offloader.rounds.negotiation.MoveRefusedException;
import dev.edgewise.offloader.rounds.negotiation.PlanUnavailableException;
import dev.edgewise.offloader.rounds.pause.PauseUnavailableException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Problems of plans and moves. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class OffloaderExceptionHandler {
    @ExceptionHandler
    ProblemDetail refused(MoveRefusedException e) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, String.valueOf(e.getMessage()));
        problem.setProperty("reason", e.reason());
        return problem;
    }

    @ExceptionHandler({PlanUnavailableException.class, PauseUnavailableException.class})
    ProblemDetail unavailable(Exception e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
    }
}
