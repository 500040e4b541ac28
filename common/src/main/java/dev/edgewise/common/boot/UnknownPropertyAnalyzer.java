package dev.edgewise.common.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Makes one message of a failed start, instead of a stack trace. */
final class UnknownPropertyAnalyzer extends AbstractFailureAnalyzer<UnknownPropertyException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownPropertyException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
    }
}
