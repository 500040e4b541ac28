package dev.edgewise.global.remote;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the objects of an attempt. Those without an owner are deleted before the anchor, which lists them: as long as
 * one of them is there, or it is not known whether it is, the anchor stays. An object that cannot be looked at or
 * deleted does not keep the others.
 */
final class AttemptCleaner {
    private final AttemptObjectClient objects;

    AttemptCleaner(AttemptObjectClient objects) {
        this.objects = objects;
    }

    /**
     * Deletes what exists, and counts it.
     *
     * @param anchor null if there is none
     */
    void clean(ObservationBuilder seen, @Nullable AttemptAnchorConfigMap anchor, List<ObjectRef> all)
            throws MemberUnreachableException {
        seen.expected(all.size());
        Map<Boolean, List<ObjectRef>> byOwner = all.stream().collect(Collectors.partitioningBy(ObjectRef::namespaced));
        boolean isOwnerlessLeft = false;
        for (ObjectRef ref : byOwner.getOrDefault(false, List.of())) {
            isOwnerlessLeft |= isLeft(seen, ref, true);
        }
        // The anchor deletes what it owns, once it is deleted.
        boolean isDeletedHere = anchor == null || isOwnerlessLeft;
        for (ObjectRef ref : byOwner.getOrDefault(true, List.of())) {
            isLeft(seen, ref, isDeletedHere);
        }
        if (anchor != null && !anchor.deleting() && !isOwnerlessLeft) {
            MemberReply reply = objects.deleteAnchor(anchor.uid());
            if (!reply.isSuccess() && !reply.isNotFound() && !reply.isConflict()) {
                seen.pending(objects.account() + " may not delete the anchor: " + reply.message());
            }
        }
    }

    /** Deletes an object, if it is to go, and returns whether it exists or may do so. */
    private boolean isLeft(ObservationBuilder seen, ObjectRef ref, boolean isDeletedHere)
            throws MemberUnreachableException {
        MemberReply reply;
        try {
            reply = objects.get(ref);
        } catch (MemberUnreachableException failed) {
            if (!failed.isOfOneKind()) {
                throw failed;
            }
            // The API server of this kind may be another one, which is down.
            seen.object().pending(ref.title() + " cannot be looked at: " + failed.getMessage());
            return true;
        }
        if (reply.isNotFound()) {
            return false;
        }
        if (!reply.isSuccess()) {
            seen.object().pending(objects.account() + " may not see " + ref.title() + ": " + reply.message());
            return true;
        }
        if (!objects.isMine(reply.body())) {
            return false;
        }
        seen.object().pending(ref.title() + " is being deleted");
        if (isDeletedHere && !reply.body().path("metadata").has("deletionTimestamp")) {
            delete(seen, ref, reply.body().path("metadata").path("uid").asText());
        }
        return true;
    }

    private void delete(ObservationBuilder seen, ObjectRef ref, String uid) throws MemberUnreachableException {
        try {
            MemberReply deleted = objects.delete(ref, uid);
            if (!deleted.isSuccess() && !deleted.isNotFound() && !deleted.isConflict()) {
                seen.pending(objects.account() + " may not delete " + ref.title() + ": " + deleted.message());
            }
        } catch (MemberUnreachableException failed) {
            if (!failed.isOfOneKind()) {
                throw failed;
            }
        }
    }
}
