package dev.edgewise.global.remote;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deletes the objects of an attempt. */
final class AttemptCleaner {
    private final AttemptObjects objects;

    AttemptCleaner(AttemptObjects objects) {
        this.objects = objects;
    }

    /**
     * Deletes the anchor in the foreground, and each object that it does not own or that is still there without it; counts what exists.
     *
     * @param anchor null if there is none
     */
    void clean(ObservationBuilder seen, @Nullable Anchor anchor, List<ObjectRef> all)
            throws MemberUnreachableException {
        seen.expected(all.size());
        for (ObjectRef ref : all) {
            clean(seen, anchor, ref);
        }
        if (anchor != null && !anchor.deleting()) {
            MemberReply reply = objects.deleteAnchor(anchor.uid());
            if (!reply.isSuccess() && !reply.isNotFound() && !reply.isConflict()) {
                seen.pending(objects.account() + " may not delete the anchor: " + reply.message());
            }
        }
    }

    private void clean(ObservationBuilder seen, @Nullable Anchor anchor, ObjectRef ref)
            throws MemberUnreachableException {
        MemberReply reply = objects.get(ref);
        if (reply.isNotFound()) {
            return;
        }
        if (!reply.isSuccess()) {
            seen.object().pending(objects.account() + " may not see " + ref.title() + ": " + reply.message());
            return;
        }
        if (!objects.isMine(reply.body())) {
            return;
        }
        seen.object().pending(ref.title() + " is being deleted");
        boolean isOwned = ref.namespaced() && anchor != null;
        if (!isOwned && !reply.body().path("metadata").has("deletionTimestamp")) {
            MemberReply deleted = objects.delete(
                    ref, reply.body().path("metadata").path("uid").asText());
            if (!deleted.isSuccess() && !deleted.isNotFound() && !deleted.isConflict()) {
                seen.pending(objects.account() + " may not delete " + ref.title() + ": " + deleted.message());
            }
        }
    }
}
