package dev.edgewise.sandbox.run;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reason why a service did not start, which Spring Boot prints as a description and an action. */
final class StartFailure {
    private static final Pattern REPORT =
            Pattern.compile("APPLICATION FAILED TO START.*?Description:\\s+(.+?)\\s+Action:\\s+(.+)", Pattern.DOTALL);

    private StartFailure() {}

    /** Returns description and action in one line; empty if the log has none. */
    static Optional<String> reason(String log) {
        Matcher report = REPORT.matcher(log);
        return report.find() ? Optional.of(line(report.group(1)) + " " + line(report.group(2))) : Optional.empty();
    }

    private static String line(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
