package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.common.web.InvalidInputException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Thrown when a body is not a request of an extender: a 400 problem with field, value and what is allowed. */
public final class InvalidBodyException extends ErrorResponseException {
    private static final long serialVersionUID = 1L;

    InvalidBodyException(String field, String value, String allowed) {
        super(HttpStatus.BAD_REQUEST, problem(new InvalidInputException(field, value, allowed)), null);
    }

    private static ProblemDetail problem(InvalidInputException wrong) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(wrong.getMessage()));
        problem.setProperty("field", wrong.field());
        problem.setProperty("value", wrong.value());
        problem.setProperty("allowed", wrong.allowed());
        return problem;
    }
}
