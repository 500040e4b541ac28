package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ChecksCallerItself;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.common.web.StreamThreads;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import dev.edgewise.scheduler.slots.web.RequestedJobsReader;
import dev.edgewise.scheduler.slots.web.SlotObjectResponses;
import dev.edgewise.scheduler.slots.web.SlotsReadiness;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.json.JsonMapper;

/** Offers the free slots of a testbed to outside schedulers; the first valid answer makes its Scheduling. */
@RestController
@RequestMapping("/api/v1/slots/testbeds/{namespace}/{testbed}/offers")
class OffersController {
    private static final int LARGEST_BODY = 256 * 1024;

    private final SlotObjects objects;
    private final SlotEventLog log;
    private final StreamThreads streams;
    private final OpenOffers offers;
    private final OfferAnswers answers;
    private final SlotObjectResponses responses;
    private final SlotsReadiness readiness;
    private final AccessGuard guard;
    private final JsonMapper json;
    private final Clock clock;
    private final Ticker ticker;
    private final ConcurrencyLimit sending =
            new ConcurrencyLimit(LimitedRequestBodyReader.MOST_AT_ONCE, "Other answers are being sent");

    OffersController(
            SlotObjects objects,
            SlotEventLog log,
            StreamThreads streams,
            OpenOffers offers,
            OfferAnswers answers,
            SlotObjectResponses responses,
            SlotsReadiness readiness,
            AccessGuard guard,
            JsonMapper json,
            Clock clock,
            Ticker ticker) {
        this.objects = objects;
        this.log = log;
        this.streams = streams;
        this.offers = offers;
        this.answers = answers;
        this.responses = responses;
        this.readiness = readiness;
        this.guard = guard;
        this.json = json;
        this.clock = clock;
        this.ticker = ticker;
    }

    /**
     * An answer to an offer.
     *
     * @param name of the Scheduling to make; a repeated answer makes no second one
     * @param slots jobs with slots of the offer
     */
    record AnswerRequest(@Nullable String name, RequestedJobsReader.@Nullable Slots slots) {}

    /** Streams the events {@code offer}, and {@code over} when nothing is offered any more. */
    @GetMapping(produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @OnAnyReplica(from = "what it watches")
    @ChecksCallerItself(by = "get testbeds in the namespace")
    SseEmitter follow(
            @PathVariable String namespace,
            @PathVariable String testbed,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http) {
        guard.require(authorization, new Permission("get", "edgewise.dev", "testbeds", namespace));
        readiness.require();
        ObjectKey key = RequestedJobsReader.key("testbed", namespace, testbed);
        if (objects.testbed(key) == null) {
            throw new NotFoundException("There is no testbed " + key);
        }
        return streams.open(
                StreamThreads.caller(authorization, http), new OfferStream(log, offers, key, clock, ticker));
    }

    /** Answers an offer: 201 with the Scheduling, or 409 with the offer that is open now in {@code offer}. */
    @PostMapping("/{id}")
    @OnLeader
    @ChecksCallerItself(by = "create schedulings in the namespace")
    ResponseEntity<Object> answer(
            @PathVariable String namespace,
            @PathVariable String testbed,
            @PathVariable String id,
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, required = false) @Nullable String authorization,
            HttpServletRequest http)
            throws IOException {
        guard.require(authorization, new Permission("create", "edgewise.dev", "schedulings", namespace));
        readiness.require();
        AnswerRequest request =
                sending.take(() -> LimitedRequestBodyReader.read(http, LARGEST_BODY, json, AnswerRequest.class));
        if (request.slots() == null) {
            throw new InvalidInputException("slots", "nothing", "an object with mode and jobs");
        }
        OfferAnswers.Result result = answers.answer(
                RequestedJobsReader.key("testbed", namespace, testbed),
                id,
                RequestedJobsReader.key("name", namespace, request.name()),
                (RequestedJobs.Slots) RequestedJobsReader.jobs(namespace, null, request.slots()));
        return result.written() == null
                ? over(id, result.now())
                : ResponseEntity.status(result.written().isNew() ? HttpStatus.CREATED : HttpStatus.OK)
                        .body(responses.of(result.written().scheduling()));
    }

    private static ResponseEntity<Object> over(String id, @Nullable SlotOffer now) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.CONFLICT,
                "Offer " + id
                        + " is over: another answer came first, the testbed has changed, or its deadline has passed");
        problem.setProperty("offer", now == null ? null : SlotOfferResponse.of(now));
        return ResponseEntity.status(HttpStatus.CONFLICT)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
