package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.exc.JacksonIOException;

/** The webhooks of a scheduler extender, for whoever may reach its port: kube-scheduler has no token to bring. */
@RestController
class ExtenderController {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderController.class);

    /** An answer that fits into this many times its question is sent in one piece, with its length: scores of short names need the most. */
    private static final int GROWTH = 4;
    /** Larger ones are sent in pieces of that many bytes. */
    private static final int MOST_BUFFERED = 1024 * 1024;

    private final Extender extender;
    private final Bodies bodies;
    private final Tally tally;
    private final Ticker ticker;

    ExtenderController(Extender extender, Bodies bodies, Tally tally, Ticker ticker) {
        this.extender = extender;
        this.bodies = bodies;
        this.tally = tally;
        this.ticker = ticker;
    }

    @PostMapping(path = "/scheduler/filter", consumes = MediaType.APPLICATION_JSON_VALUE)
    void filter(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(Verb.FILTER, request, response, extender::filter);
    }

    /** Also under the path of the prototype {@code rl-scheduler}. */
    @PostMapping(
            path = {"/scheduler/prioritize", "/scheduler/priorities/rl-priority"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    void prioritize(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(Verb.PRIORITIZE, request, response, extender::prioritize);
    }

    @PostMapping(path = "/scheduler/preempt", consumes = MediaType.APPLICATION_JSON_VALUE)
    void preempt(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(Verb.PREEMPT, request, response, extender::preempt);
    }

    @GetMapping("/version")
    Map<String, String> version() {
        String version = ExtenderController.class.getPackage().getImplementationVersion();
        return Map.of("version", Objects.requireNonNullElse(version, "development"));
    }

    /** Answers one question. */
    @FunctionalInterface
    private interface Webhook {
        void answer(Body body, long begun, OutputStream output);
    }

    private void answer(Verb verb, HttpServletRequest request, HttpServletResponse response, Webhook webhook)
            throws IOException {
        long begun = ticker.nanos();
        try {
            bodies.use(
                    request.getInputStream(),
                    request.getContentLength(),
                    begun,
                    body -> answer(body, begun, response, webhook));
        } catch (ErrorResponseException | BusyException e) {
            tally.refused(verb, e, begun);
            throw e;
        }
    }

    private static void answer(Body body, long begun, HttpServletResponse response, Webhook webhook)
            throws IOException {
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setBufferSize((int) Math.min((long) GROWTH * body.length(), MOST_BUFFERED));
        try {
            webhook.answer(body, begun, response.getOutputStream());
        } catch (JacksonIOException e) {
            LOG.debug("A caller did not take its answer", e);
        }
    }
}
