package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.exc.JacksonIOException;

/** The webhooks of a scheduler extender, for whoever may reach its port: kube-scheduler has no token to bring. */
@RestController
class ExtenderController {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderController.class);

    private final Extender extender;
    private final Bodies bodies;
    private final Ticker ticker;

    ExtenderController(Extender extender, Bodies bodies, Ticker ticker) {
        this.extender = extender;
        this.bodies = bodies;
        this.ticker = ticker;
    }

    @PostMapping(path = "/scheduler/filter", consumes = MediaType.APPLICATION_JSON_VALUE)
    void filter(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(request, response, extender::filter);
    }

    /** Also under the path of the prototype {@code rl-scheduler}. */
    @PostMapping(
            path = {"/scheduler/prioritize", "/scheduler/priorities/rl-priority"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    void prioritize(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(request, response, extender::prioritize);
    }

    @PostMapping(path = "/scheduler/preempt", consumes = MediaType.APPLICATION_JSON_VALUE)
    void preempt(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(request, response, extender::preempt);
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

    private void answer(HttpServletRequest request, HttpServletResponse response, Webhook webhook) throws IOException {
        long begun = ticker.nanos();
        bodies.use(request.getInputStream(), begun, body -> {
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            try {
                webhook.answer(body, begun, response.getOutputStream());
            } catch (JacksonIOException e) {
                LOG.debug("a caller has not taken its answer", e);
            }
        });
    }
}
