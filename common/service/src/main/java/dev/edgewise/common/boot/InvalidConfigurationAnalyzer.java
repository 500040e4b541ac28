package dev.edgewise.common.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a failed start-up as one message, without a stack trace. */
public final class InvalidConfigurationAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
    }
}
