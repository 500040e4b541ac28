package dev.edgewise.offloader.scheduler;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.Controller;
import dev.edgewise.offloader.scheduler.PlacementApi.Like;
import dev.edgewise.offloader.scheduler.PlacementApi.Question;
import dev.edgewise.offloader.scheduler.PlacementApi.Room;
import dev.edgewise.offloader.scheduler.PlacementApi.User;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/** Asks scheduler-service, once for each thousand pods, and never again when it fails: the next round asks anew. */
final class PlacementClient implements WhatIf {
    private static final int LONGEST_ANSWER = 300;

    private final PlacementApi scheduler;
    private final String profile;
    private final Counter calls;

    /** @param profile empty for each pod's own */
    PlacementClient(PlacementApi scheduler, String profile, MeterRegistry meters) {
        this.scheduler = scheduler;
        this.profile = profile;
        this.calls = Counter.builder("edgewise.offloader.scheduler.calls")
                .description("Questions to scheduler-service where pods would go")
                .register(meters);
    }

    @Override
    public Map<String, Placement> ask(List<Inquiry> inquiries) throws SchedulerUnavailableException {
        Map<String, Placement> answers = new HashMap<>();
        int most = Math.min(inquiries.size(), MOST_AT_ONCE * MOST_CALLS);
        for (int from = 0; from < most; from += MOST_AT_ONCE) {
            List<Inquiry> part = inquiries.subList(from, Math.min(most, from + MOST_AT_ONCE));
            call(question(part)).pods().forEach(placement -> answers.put(placement.pod(), placement));
        }
        return answers;
    }

    private PlacementApi.Answer call(Question question) throws SchedulerUnavailableException {
        calls.increment();
        try {
            return scheduler.simulate(question);
        } catch (RestClientResponseException e) {
            String body = e.getResponseBodyAsString();
            String answer = body.substring(0, Math.min(body.length(), LONGEST_ANSWER));
            throw new SchedulerUnavailableException(
                    "scheduler-service answers " + e.getStatusCode().value() + ": " + answer, e);
        } catch (RestClientException e) {
            throw new SchedulerUnavailableException("scheduler-service does not answer: " + cause(e), e);
        }
    }

    /** What the innermost cause says; one that says nothing, as of a refused connection, has a name. */
    private static String cause(RestClientException e) {
        String said = "";
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            said = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        }
        return said;
    }

    private Question question(List<Inquiry> inquiries) {
        return new Question(
                profile.isEmpty() ? null : profile,
                inquiries.stream().map(each -> new Like(each.pod().key())).toList(),
                inquiries.stream()
                        .filter(Inquiry::leaves)
                        .map(each -> each.pod().key())
                        .toList(),
                inquiries.stream().flatMap(PlacementClient::room).toList());
    }

    private static Stream<Room> room(Inquiry inquiry) {
        CandidatePod pod = inquiry.pod();
        Controller controller = pod.controller();
        String target = inquiry.target();
        return target == null || controller == null
                ? Stream.empty()
                : Stream.of(new Room(
                        pod.namespace(), "offload-" + pod.uid(), target, pod.requests(), new User(controller)));
    }
}
