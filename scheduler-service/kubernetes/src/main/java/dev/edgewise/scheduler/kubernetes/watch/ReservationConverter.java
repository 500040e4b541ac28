package dev.edgewise.scheduler.kubernetes.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.ResourceSum;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationPodMatcher;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.model.Resources;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads reservations with the defaults and limits of their CustomResourceDefinition. */
public final class ReservationConverter {
    private static final int DEFAULT_SECONDS = 300;
    private static final int MOST_SECONDS = 86_400;
    private static final int MOST_RESOURCES = 32;
    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_UID = 63;
    private static final int LONGEST_REASON = 256;
    /** The longest name of a resource, as of a label's key: a domain, a slash and 63 characters. */
    private static final int LONGEST_RESOURCE = 317;
    /** The largest that the definition admits fits; an older definition admits others. */
    private static final int HEAVIEST_SELECTOR = 64 * 1024;

    private static final ObjectMapper MAPPER = TrimmedObjectMapper.create();

    private ReservationConverter() {}

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static Reservation convert(ReservationObject object) {
        ObjectMeta metadata = object.getMetadata();
        ReservationObject.Spec spec = object.spec;
        if (spec == null) {
            throw new InvalidObjectException("spec", null, "an object with node, resources and for");
        }
        return new Reservation(
                new ReservationKey(
                        text("metadata.namespace", metadata.getNamespace(), LONGEST_NAME),
                        text("metadata.name", metadata.getName(), LONGEST_NAME)),
                FieldReader.orElse(metadata.getUid(), ""),
                nodeOf(spec),
                resources(spec.resources()),
                FieldReader.in("spec.for", () -> user(spec.user())),
                Duration.ofSeconds(
                        FieldReader.number("spec.ttlSeconds", spec.ttlSeconds(), DEFAULT_SECONDS, 1, MOST_SECONDS)),
                createdAt(metadata),
                reason(spec.reason()),
                metadata.getDeletionTimestamp() != null,
                null,
                status(object.status));
    }

    static String nodeOf(ReservationObject.Spec spec) {
        return text("spec.node", spec.node(), LONGEST_NAME);
    }

    static Instant createdAt(ObjectMeta metadata) {
        String timestamp = metadata.getCreationTimestamp();
        return timestamp == null ? Instant.EPOCH : Instant.parse(timestamp);
    }

    /**
     * Returns a reservation for an unreadable object: it has its end, and the reason why it holds no capacity until
     * then.
     */
    static Reservation unreadable(ReservationObject object, InvalidObjectException problem) {
        ObjectMeta metadata = object.getMetadata();
        ReservationObject.Spec spec = object.spec;
        Integer seconds = spec == null ? null : spec.ttlSeconds();
        return new Reservation(
                new ReservationKey(metadata.getNamespace(), metadata.getName()),
                metadata.getUid(),
                "",
                Resources.NONE,
                new ReservationPodMatcher.Selected(LabelSelector.NOTHING),
                Duration.ofSeconds(seconds == null ? DEFAULT_SECONDS : Math.max(1, Math.min(seconds, MOST_SECONDS))),
                Instant.parse(metadata.getCreationTimestamp()),
                "",
                metadata.getDeletionTimestamp() != null,
                problem.getMessage(),
                status(object.status));
    }

    /**
     * Reads one as the API server sends it, or a user writes it.
     *
     * @throws InvalidObjectException naming the field that cannot be understood
     */
    public static Reservation convert(JsonNode object) {
        return convert(read(object));
    }

    static ReservationObject read(JsonNode object) {
        try {
            return MAPPER.treeToValue(object, ReservationObject.class);
        } catch (JsonMappingException unmapped) {
            String path = unmapped.getPath().stream()
                    .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                    .collect(Collectors.joining("."));
            throw new InvalidObjectException(path, object.at("/" + path.replace('.', '/')), "what its definition says");
        } catch (JsonProcessingException broken) {
            throw new InvalidObjectException("the reservation", object, "a JSON object");
        }
    }

    static Resources resources(@Nullable Map<String, Quantity> resources) {
        if (resources == null) {
            throw new InvalidObjectException("spec.resources", null, "an object of quantities, such as cpu: 500m");
        }
        if (resources.size() > MOST_RESOURCES) {
            throw new InvalidObjectException("spec.resources", resources.size(), "at most " + MOST_RESOURCES);
        }
        resources.keySet().forEach(name -> text("spec.resources", name, LONGEST_RESOURCE));
        return ResourceSum.of("spec.resources", resources).toResources();
    }

    private static ReservationPodMatcher user(ReservationObject.@Nullable User user) {
        if (user != null && user.recovery() != null) {
            throw new InvalidObjectException(
                    "recovery",
                    "{}",
                    "left out: only scheduler-service shows what nodes keep, in its own namespace; use ownerReference or selector");
        }
        if (user == null || (user.ownerReference() == null) == (user.selector() == null)) {
            throw new InvalidObjectException(
                    "ownerReference, selector",
                    user == null || user.selector() == null ? null : "both",
                    "exactly one of both");
        }
        ReservationObject.Owner owner = user.ownerReference();
        if (owner == null) {
            LabelSelector selector = FieldReader.in("selector", () -> Selectors.labels(user.selector()));
            RetainedSizeEstimator.check("selector", RetainedSizeEstimator.of(selector), HEAVIEST_SELECTOR);
            return new ReservationPodMatcher.Selected(selector);
        }
        String uid = text("ownerReference.uid", owner.uid(), LONGEST_UID).intern();
        String name = FieldReader.orElse(owner.kind(), "controller") + "/" + FieldReader.orElse(owner.name(), uid);
        return new ReservationPodMatcher.Owner(uid, name.substring(0, Math.min(name.length(), LONGEST_NAME)));
    }

    static ReservationStatus status(ReservationObject.@Nullable Status status) {
        if (status == null) {
            return ReservationStatus.NEW;
        }
        Phase phase =
                switch (FieldReader.orElse(status.phase(), "")) {
                    case "Active" -> Phase.ACTIVE;
                    case "Taken" -> Phase.TAKEN;
                    case "Expired" -> Phase.EXPIRED;
                    case "Unschedulable" -> Phase.UNSCHEDULABLE;
                    default -> Phase.NEW;
                };
        return new ReservationStatus(
                phase,
                FieldReader.orElse(status.pod(), ""),
                FieldReader.orElse(status.reason(), ""),
                FieldReader.orElse(status.message(), ""));
    }

    private static String text(String field, @Nullable String value, int longest) {
        String text = FieldReader.text(field, value);
        if (text.length() > longest) {
            throw new InvalidObjectException(field, text, "at most " + longest + " characters");
        }
        return text;
    }

    static String reason(@Nullable String reason) {
        String text = FieldReader.orElse(reason, "");
        return text.substring(0, Math.min(text.length(), LONGEST_REASON));
    }
}
