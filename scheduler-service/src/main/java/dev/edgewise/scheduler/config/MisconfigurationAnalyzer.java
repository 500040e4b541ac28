package dev.edgewise.scheduler.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Makes one message of a failed start, instead of a stack trace. */
final class MisconfigurationAnalyzer extends AbstractFailureAnalyzer<Misconfiguration> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, Misconfiguration cause) {
        return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
    }
}
