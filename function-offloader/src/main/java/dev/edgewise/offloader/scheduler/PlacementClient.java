package dev.edgewise.offloader.scheduler;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.Controller;
import dev.edgewise.offloader.scheduler.PlacementApi.Like;
import dev.edgewise.offloader.scheduler.PlacementApi.Room;
import dev.edgewise.offloader.scheduler.PlacementApi.SimulationRequest;
import dev.edgewise.offloader.scheduler.PlacementApi.User;
import io.micrometer.core.instrument.Counter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/**
 * Asks scheduler-service where pods would go, a thousand in one request, without retries: the next round asks again. A
 * pod that it refuses, such as one that is gone, is left out, and the others are sent again.
 */
final class PlacementClient implements WhatIf {
    private static final int REFUSED = 422;
    /** Calls of one question that are refused for one pod: as many as a round has pods that must leave, so that those of one tenant hold up no others. */
    private static final int MOST_REFUSED = 200;

    /** The element of the question that a refusal names. */
    private static final Pattern FIELD = Pattern.compile("\"field\":\"(pods|removals|reservations)\\[(\\d{1,4})]");

    private final PlacementApi scheduler;
    private final String profile;
    private final Counter calls;

    /** @param profile empty for each pod's own */
    PlacementClient(PlacementApi scheduler, String profile, Counter calls) {
        this.scheduler = scheduler;
        this.profile = profile;
        this.calls = calls;
    }

    @Override
    public Map<String, Placement> ask(List<Inquiry> inquiries) throws SchedulerUnavailableException {
        Map<String, Placement> answers = new HashMap<>();
        List<Inquiry> left = new ArrayList<>(inquiries);
        int answered = 0;
        int refused = 0;
        while (!left.isEmpty() && answered < MOST_CALLS && refused < MOST_REFUSED) {
            if (ask(left.subList(0, Math.min(left.size(), MOST_AT_ONCE)), answers)) {
                answered++;
            } else {
                refused++;
            }
        }
        return answers;
    }

    /** Takes away those that are answered: all, or the one that is refused; whether it was all. */
    private boolean ask(List<Inquiry> part, Map<String, Placement> answers) throws SchedulerUnavailableException {
        calls.increment();
        try {
            scheduler.simulate(question(part)).pods().forEach(placement -> answers.put(placement.pod(), placement));
            part.clear();
            return true;
        } catch (RestClientResponseException e) {
            Inquiry refused = refused(e, part);
            if (refused == null) {
                throw SchedulerUnavailableException.of(e);
            }
            String pod = refused.pod().key();
            answers.put(pod, new Placement(pod, null, SchedulerUnavailableException.said(e), null, null));
            part.remove(refused);
            return false;
        } catch (RestClientException e) {
            throw SchedulerUnavailableException.of(e);
        }
    }

    /** Null if the answer is none of a single element. */
    private static @Nullable Inquiry refused(RestClientResponseException e, List<Inquiry> part) {
        Matcher field = FIELD.matcher(e.getResponseBodyAsString());
        if (e.getStatusCode().value() != REFUSED || !field.find()) {
            return null;
        }
        Stream<Inquiry> elements =
                switch (field.group(1)) {
                    case "removals" -> part.stream().filter(Inquiry::leaves);
                    case "reservations" ->
                        part.stream().filter(each -> room(each).findAny().isPresent());
                    default -> part.stream();
                };
        return elements.skip(Integer.parseInt(field.group(2))).findFirst().orElse(null);
    }

    private SimulationRequest question(List<Inquiry> inquiries) {
        return new SimulationRequest(
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
