package dev.edgewise.offloader.scheduler;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;

/** What scheduler-service lists. */
interface ViolationsApi {
    /** A part of the list, and where the next begins; null if there is none. */
    record Part(List<Violation> items, @JsonProperty("continue") @Nullable String next) {}

    /**
     * Namespaces take turns, each with its worst first.
     *
     * @param after what the part before has returned; null for the first
     */
    @GetExchange("/api/v1/violations")
    Part violations(@RequestParam int limit, @RequestParam(name = "continue", required = false) @Nullable String after);
}
