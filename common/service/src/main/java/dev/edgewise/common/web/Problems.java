package dev.edgewise.common.web;

import dev.edgewise.common.security.AccessDeniedException;
import dev.edgewise.common.security.ReviewUnavailableException;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.publish.NotActiveWriterException;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.coyote.BadRequestException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Answers every error with a problem: a user's mistake with field, value and what is allowed; an internal error with
 * one log line.
 */
@RestControllerAdvice
@Order(0)
public class Problems extends ResponseEntityExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private final Supplier<List<String>> routes;

    public Problems() {
        this(List::of);
    }

    /** @param routes the calls that the service answers, for a caller that mistyped one */
    Problems(Supplier<List<String>> routes) {
        this.routes = routes;
    }

    @ExceptionHandler
    ProblemDetail invalid(InvalidInputException e) {
        return JsonProblems.of(HttpStatus.UNPROCESSABLE_CONTENT, e);
    }

    @ExceptionHandler
    ProblemDetail notFound(NotFoundException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ProblemDetail unavailable(SignalStoreUnavailableException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage() + "; try again later");
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> busy(BusyException e) {
        return of(e);
    }

    /** Returns the 503 response with its Retry-After. */
    public static ResponseEntity<ProblemDetail> of(BusyException e) {
        long seconds = e.retryAfter().toSeconds();
        String detail = e.getMessage() + "; try again in " + seconds + " s";
        return problem(HttpStatus.SERVICE_UNAVAILABLE, HttpHeaders.RETRY_AFTER, Long.toString(seconds), detail);
    }

    /** The connection is closed, so that the next call may reach the one that writes. */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> standingBy(NotActiveWriterException e) {
        return problem(HttpStatus.SERVICE_UNAVAILABLE, HttpHeaders.CONNECTION, "close", e.getMessage());
    }

    /** Responds with 401 or 403; both name the scheme (RFC 6750, 3). */
    @ExceptionHandler
    ResponseEntity<ProblemDetail> denied(AccessDeniedException e) {
        HttpStatus status = e.isKnown() ? HttpStatus.FORBIDDEN : HttpStatus.UNAUTHORIZED;
        return problem(status, HttpHeaders.WWW_AUTHENTICATE, "Bearer", e.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unreviewed(ReviewUnavailableException e) {
        String detail = e.getMessage() + "; try again later";
        return problem(HttpStatus.SERVICE_UNAVAILABLE, HttpHeaders.RETRY_AFTER, "5", detail);
    }

    @ExceptionHandler
    ProblemDetail unexpected(Exception e, WebRequest request) {
        if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
            LOG.debug("A client went away, or did not send its body in time; {}", request.getDescription(false));
            return ProblemDetail.forStatusAndDetail(HttpStatus.REQUEST_TIMEOUT, "The body did not arrive in time");
        }
        if (e instanceof BadRequestException) {
            return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "The body is no HTTP: " + e.getMessage());
        }
        LOG.error("A request failed; {}", request.getDescription(false), e);
        return internal();
    }

    /** Problem for an error of ours, which is logged. */
    public static ProblemDetail internal() {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR, "Internal error; the log of the service has the cause");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemDetail problem =
                e.getCause() instanceof IOException cause ? unexpected(cause, request) : JsonProblems.of(e);
        return handleExceptionInternal(e, problem, headers, HttpStatusCode.valueOf(problem.getStatus()), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return handleExceptionInternal(
                e, JsonProblems.of(HttpStatus.BAD_REQUEST, mistyped(e)), headers, status, request);
    }

    /** Responds that no page and no call has this path. */
    @Override
    protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(
            NoResourceFoundException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                status,
                "Nothing is at " + e.getHttpMethod() + " /"
                        + e.getResourcePath().replaceFirst("^/", "")
                        + ": this service answers what stands in routes; /v3/api-docs describes it");
        problem.setProperty("routes", routes.get());
        return handleExceptionInternal(e, problem, headers, status, request);
    }

    private static ResponseEntity<ProblemDetail> problem(
            HttpStatus status, String header, String value, @Nullable String detail) {
        return ResponseEntity.status(status)
                .header(header, value)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(status, detail));
    }

    private static InvalidInputException mistyped(TypeMismatchException e) {
        String field = e instanceof MethodArgumentTypeMismatchException argument
                ? argument.getName()
                : String.valueOf(e.getPropertyName());
        return new InvalidInputException(
                field, String.valueOf(e.getValue()), AllowedValuesText.of(e.getRequiredType()));
    }
}
