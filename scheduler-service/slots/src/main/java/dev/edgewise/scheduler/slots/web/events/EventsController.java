package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.StreamThreads;
import dev.edgewise.scheduler.slots.web.SlotObjectResponses;
import dev.edgewise.scheduler.slots.web.SlotsReadiness;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Streams each change of testbeds, batch jobs and Schedulings as server-sent events. */
@RestController
@OnAnyReplica(from = "what it watches")
@RequestMapping("/api/v1/slots/events")
class EventsController {
    private static final List<String> RESOURCES = List.of("testbeds", "batchjobs", "schedulings");

    private final SlotEventLog log;
    private final StreamThreads streams;
    private final SlotsReadiness readiness;
    private final AccessGuard guard;
    private final SlotObjectResponses responses;
    private final Ticker ticker;

    /** @param responses the JSON of an object, as the calls for single objects answer it */
    EventsController(
            SlotEventLog log,
            StreamThreads streams,
            SlotsReadiness readiness,
            AccessGuard guard,
            SlotObjectResponses responses,
            Ticker ticker) {
        this.log = log;
        this.streams = streams;
        this.readiness = readiness;
        this.guard = guard;
        this.responses = responses;
        this.ticker = ticker;
    }

    /**
     * A change.
     *
     * @param kind {@code Testbed}, {@code BatchJob} or {@code Scheduling}
     * @param object as it is now, or as it was before it was deleted
     */
    record EventResponse(String kind, String namespace, String name, Object object) {}

    /** Changes from now on, or after the event that {@code Last-Event-ID} names, of one namespace where it is given. */
    @GetMapping(produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @ChecksCallerItself(by = "list testbeds, batchjobs and schedulings in the namespace")
    SseEmitter follow(
            @RequestParam(required = false) @Nullable String namespace,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http) {
        for (String resource : RESOURCES) {
            guard.require(authorization, new Permission("list", "edgewise.dev", resource, namespace));
        }
        readiness.require();
        return streams.open(
                StreamThreads.caller(authorization, http),
                new EventStream(
                        log,
                        lastEventId,
                        event -> namespace == null || event.key().namespace().equals(namespace),
                        event -> new EventResponse(
                                event.kind().text(),
                                event.key().namespace(),
                                event.key().name(),
                                responses.of(event.object())),
                        ticker));
    }
}
