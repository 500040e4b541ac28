package dev.edgewise.sandbox.cluster.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.Optional;

/** Controllers of objects. */
final class ControllerReferences {
    private ControllerReferences() {}

    static boolean by(HasMetadata owner, HasMetadata object) {
        return controller(object)
                .filter(reference ->
                        reference.getUid().equals(owner.getMetadata().getUid()))
                .isPresent();
    }

    /** The key of the controlling owner of this kind, {@code namespace/name}. */
    static Optional<String> keyOfOwner(String kind, HasMetadata object) {
        return controller(object)
                .filter(reference -> reference.getKind().equals(kind))
                .map(reference -> object.getMetadata().getNamespace() + "/" + reference.getName());
    }

    static OwnerReference reference(HasMetadata owner) {
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.getApiVersion())
                .withKind(owner.getKind())
                .withName(owner.getMetadata().getName())
                .withUid(owner.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }

    static String key(HasMetadata object) {
        return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
    }

    private static Optional<OwnerReference> controller(HasMetadata object) {
        return object.getMetadata().getOwnerReferences() == null
                ? Optional.empty()
                : object.getMetadata().getOwnerReferences().stream()
                        .filter(reference -> Boolean.TRUE.equals(reference.getController()))
                        .findFirst();
    }
}
