package dev.edgewise.scheduler.decisions;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.scheduler.framework.SignalEvidence;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A signal that a decision is based on.
 *
 * @param signal which kind, such as {@code rtt}
 * @param subject the node or pair of nodes it is about
 * @param age since it was observed, as ISO-8601 duration to the millisecond; null if it is missing
 * @param state {@code fresh}, {@code stale} or {@code missing}
 * @param value what it says, in words; absent where the subject is more than one value
 */
public record SignalResponse(
        String signal,
        String subject,
        @Nullable String age,
        String state,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String value) {
    public static SignalResponse of(SignalEvidence use) {
        Duration age = use.age();
        return new SignalResponse(
                use.signal(),
                use.subject(),
                age == null ? null : age.truncatedTo(ChronoUnit.MILLIS).toString(),
                use.state().name().toLowerCase(Locale.ROOT),
                use.value());
    }
}
