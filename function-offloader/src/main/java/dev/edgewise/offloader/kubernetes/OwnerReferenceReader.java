package dev.edgewise.offloader.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the controller of an object. The API server takes any text for an owner: only what can be one is kept, and
 * becomes part of a request.
 */
final class OwnerReferenceReader {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern VERSION = Pattern.compile("apps/[a-z0-9]{1,58}");

    private static final Pattern KIND = Pattern.compile("[A-Za-z][A-Za-z0-9]{0,62}");
    /** A UID as scheduler-service takes it for reservations. */
    private static final Pattern UID = Pattern.compile("[-0-9A-Za-z]{1,63}");

    private OwnerReferenceReader() {}

    /** The controller that the object names. */
    static Optional<OwnerReference> controller(HasMetadata object) {
        return object.getMetadata().getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    /** Whether it is one of the group apps that can exist. */
    static boolean isKnown(OwnerReference owner) {
        return VERSION.matcher(String.valueOf(owner.getApiVersion())).matches()
                && KIND.matcher(String.valueOf(owner.getKind())).matches()
                && isName(owner.getName())
                && isUid(owner.getUid());
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static boolean isUid(String text) {
        return UID.matcher(text).matches();
    }
}
