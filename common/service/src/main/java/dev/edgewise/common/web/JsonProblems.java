package dev.edgewise.common.web;

import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Describes errors of a request's JSON body: the position of malformed JSON, or the field with an invalid value. */
final class JsonProblems {
    private JsonProblems() {}

    static ProblemDetail of(HttpStatus status, InvalidInputException e) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, String.valueOf(e.getMessage()));
        problem.setProperty("field", e.field());
        problem.setProperty("value", e.value());
        problem.setProperty("allowed", e.allowed());
        return problem;
    }

    static ProblemDetail of(HttpMessageNotReadableException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidInputException invalid) {
                return of(HttpStatus.UNPROCESSABLE_CONTENT, invalid);
            }
        }
        if (e.getCause() instanceof UnrecognizedPropertyException unknown) {
            return of(HttpStatus.UNPROCESSABLE_CONTENT, unknown(unknown));
        }
        if (e.getCause() instanceof MismatchedInputException mismatch
                && !path(mismatch).isEmpty()) {
            return of(HttpStatus.BAD_REQUEST, misfit(mismatch));
        }
        String detail =
                e.getCause() instanceof JacksonException json ? malformed(json) : "The request needs a JSON body";
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, detail);
    }

    private static InvalidInputException unknown(UnrecognizedPropertyException e) {
        String known =
                e.getKnownPropertyIds().stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
        return new InvalidInputException(path(e), "an unknown field", "one of " + known);
    }

    private static InvalidInputException misfit(MismatchedInputException e) {
        Object value = e instanceof InvalidFormatException format ? format.getValue() : "of another kind or missing";
        return new InvalidInputException(path(e), String.valueOf(value), AllowedValuesText.of(e.getTargetType()));
    }

    private static String malformed(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        String place = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
        return "The body is not the JSON that is expected" + place + ": "
                + e.getOriginalMessage().replaceFirst(" \\(start marker.*", "");
    }

    private static String path(JacksonException e) {
        return e.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."))
                .replace(".[", "[");
    }
}
