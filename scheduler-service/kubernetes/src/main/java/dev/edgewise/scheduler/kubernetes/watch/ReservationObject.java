package dev.edgewise.scheduler.kubernetes.watch;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Reservation as the API server sends it, as {@code deploy/kubernetes/base/scheduler-service/reservations.yaml}
 * defines.
 */
@JsonDeserialize(using = JsonDeserializer.None.class)
@Group(ReservationObject.GROUP)
@Version(ReservationObject.VERSION)
@Kind(ReservationObject.KIND)
@Plural(ReservationObject.PLURAL)
public final class ReservationObject implements HasMetadata, Namespaced {
    public static final String GROUP = "edgewise.dev";
    public static final String VERSION = "v1alpha1";
    public static final String KIND = "Reservation";
    public static final String PLURAL = "reservations";
    private static final long serialVersionUID = 1L;

    private ObjectMeta metadata = new ObjectMeta();
    private String apiVersion = GROUP + "/" + VERSION;

    @JsonProperty("spec")
    transient @Nullable Spec spec;

    @JsonProperty("status")
    transient @Nullable Status status;

    /** The requested node, resources and user. */
    record Spec(
            @Nullable String node,
            @Nullable Map<String, Quantity> resources,
            @JsonProperty("for") @Nullable User user,
            @Nullable Integer ttlSeconds,
            @Nullable String reason) {}

    /**
     * The pods that may use the reservation, by owner or selector; or the mark that it shows a node's reserve for
     * failures.
     */
    record User(@Nullable Owner ownerReference, @Nullable LabelSelector selector, @Nullable Recovery recovery) {}

    /** An empty mark. */
    record Recovery() {}

    /** A controller of pods. */
    record Owner(@Nullable String kind, @Nullable String name, @Nullable String uid) {}

    /** The status that the leader wrote last. */
    record Status(@Nullable String phase, @Nullable String pod, @Nullable String reason, @Nullable String message) {}

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta value) {
        metadata = value;
    }

    @Override
    public String getKind() {
        return KIND;
    }

    @Override
    public String getApiVersion() {
        return apiVersion;
    }

    @Override
    public void setApiVersion(String value) {
        apiVersion = value;
    }
}
