package dev.edgewise.global.remote;

import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.AttemptPhaseReader;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The work for one attempt in its member. Each method asks first which cluster answers, and does nothing in another one
 * than the attempt's.
 */
final class AttemptWork {
    private final MemberHandle member;
    private final GlobalRequest request;
    private final Attempt attempt;
    private final PreparedRequestManifests prepared;
    private final AttemptPhaseReader confirmation;
    private final Clock clock;
    private final AttemptObjectClient objects;
    private final AttemptFenceRenewer fence;
    private final AttemptObserver observer;
    private final AttemptApplier applier;

    /** @throws MemberUnreachableException if there is no connection */
    AttemptWork(
            MemberHandle member,
            GlobalRequest request,
            Attempt attempt,
            PreparedRequestManifests prepared,
            AttemptPhaseReader confirmation,
            Duration fence,
            Clock clock)
            throws MemberUnreachableException {
        this.member = member;
        this.request = request;
        this.attempt = attempt;
        this.prepared = prepared;
        this.confirmation = confirmation;
        this.clock = clock;
        this.objects = new AttemptObjectClient(member.requireApi(), member.requireUrgentApi(), request, attempt);
        this.fence = new AttemptFenceRenewer(member, objects, request, attempt, confirmation, fence, clock);
        this.observer = new AttemptObserver(objects, this.fence, prepared.confidential());
        this.applier = new AttemptApplier(objects, this.fence, member, request, attempt, prepared);
    }

    /** @param origin the management cluster, which the anchor names */
    AttemptObservation apply(String origin) throws MemberUnreachableException {
        ObservationBuilder seen = begin();
        if (!seen.isOf(attempt)) {
            return seen.build();
        }
        String refusal = refusal();
        if (!refusal.isEmpty()) {
            return seen.failed(refusal).build();
        }
        AttemptApplier.Plan plan = applier.plan();
        String unserved = plan.problem();
        String problem = unserved != null ? unserved : fence.problem();
        if (problem != null) {
            return seen.failed(problem).build();
        }
        AttemptAnchorConfigMap anchor = requireAnchor(seen, origin, plan.refs());
        return anchor == null ? seen.build() : applyBelow(anchor, plan.refs(), seen);
    }

    /** Returns why nothing of the request may be applied in this member; empty if all may. */
    private String refusal() {
        String refusal = member.settings()
                .refusal(request.key().namespace(), request.spec().targetNamespace());
        String problem = refusal != null ? refusal : prepared.problem();
        return !problem.isEmpty()
                ? problem
                : request.status().attempts().stream()
                        .map(each -> changed(each.manifests()))
                        .filter(each -> !each.isEmpty())
                        .findFirst()
                        .orElse("");
    }

    /** Applies the objects as the anchor's own, as long as the attempt is wanted. */
    private AttemptObservation applyBelow(AttemptAnchorConfigMap anchor, List<ObjectRef> refs, ObservationBuilder seen)
            throws MemberUnreachableException {
        String changed = changed(anchor.manifests());
        if (!changed.isEmpty()) {
            return seen.failed(changed).build();
        }
        AttemptPhase phase = confirmation.phase(request, attempt);
        if (phase == AttemptPhase.READY) {
            return seen.pending("another worker was faster").build();
        }
        if (phase != AttemptPhase.TRYING) {
            objects.deleteAnchor(anchor.uid());
            return seen.pending("the attempt is not wanted any more").build();
        }
        if (anchor.deleting()) {
            return seen.pending("the anchor is being deleted").build();
        }
        List<MemberReply> made = applier.apply(seen, refs, anchor.uid());
        if (applier.hasOwnerless() && isOver()) {
            // Another worker may have looked for them before they were there.
            applier.deleteOwnerless();
            return seen.pending("the attempt is not wanted any more").build();
        }
        if (made.size() == refs.size()) {
            observer.look(seen, refs, made);
        } else {
            observer.look(seen, refs);
        }
        return seen.build();
    }

    /** Says that the documents are not those that the request was begun with; empty if they are. */
    private String changed(String applied) {
        boolean isSame = applied.isEmpty() || prepared.hash().isEmpty() || applied.equals(prepared.hash());
        return isSame
                ? ""
                : "spec.manifests has hash " + prepared.hash() + " now: it must be " + applied
                        + ", as when the request was begun; create another request for other manifests";
    }

    private boolean isOver() {
        AttemptPhase phase = confirmation.phase(request, attempt);
        return phase != AttemptPhase.TRYING && phase != AttemptPhase.READY;
    }

    private @Nullable AttemptAnchorConfigMap requireAnchor(ObservationBuilder seen, String origin, List<ObjectRef> refs)
            throws MemberUnreachableException {
        MemberReply reply = objects.createAnchor(origin, refs, prepared.hash(), fence.duration(), fence.begin());
        if (reply.isSuccess()) {
            AttemptAnchorConfigMap created = objects.anchorOf(reply.body());
            seen.anchor(true, created.fenced()).manifests(created.manifests());
            return created;
        }
        if (reply.isConflict()) {
            AttemptAnchorConfigMap found = observer.anchor(seen);
            if (found != null && found.fenced() && !found.deleting()) {
                fence.renew();
            }
            return found;
        }
        String why =
                "as " + objects.account() + ", cluster " + member.name() + " answers to the anchor " + reply.message();
        if (reply.isTransient()) {
            seen.pending(why);
        } else {
            seen.failed(why);
        }
        return null;
    }

    AttemptObservation observe() throws MemberUnreachableException {
        ObservationBuilder seen = begin();
        if (!seen.isOf(attempt)) {
            return seen.build();
        }
        AttemptAnchorConfigMap anchor = observer.anchor(seen);
        String unfenced = attempt.phase() == AttemptPhase.TRYING ? fence.problem() : null;
        if (anchor != null && anchor.fenced() && unfenced == null) {
            fence.renew();
        }
        observer.look(seen, refs(anchor));
        if (unfenced != null && !seen.build().isReady()) {
            // Its objects can be deleted while the cluster answers; later they would run beside those of the next
            // cluster.
            seen.failed(unfenced);
        }
        return seen.build();
    }

    AttemptObservation release() throws MemberUnreachableException {
        ObservationBuilder seen = begin();
        if (!seen.isOf(attempt)) {
            return seen.build();
        }
        AttemptAnchorConfigMap anchor = observer.anchor(seen);
        observer.look(seen, refs(anchor));
        if (anchor != null && anchor.fenced() && seen.build().isReady()) {
            MemberReply reply = objects.expire(null);
            // The member may have begun to delete it just before.
            seen.anchor(
                    !reply.isNotFound(),
                    !reply.isSuccess() || objects.anchorOf(reply.body()).fenced());
        }
        return seen.build();
    }

    AttemptObservation delete() throws MemberUnreachableException {
        ObservationBuilder seen = begin();
        if (!seen.isOf(attempt)) {
            return seen.build();
        }
        AttemptAnchorConfigMap anchor = observer.anchor(seen);
        new AttemptCleaner(objects).clean(seen, anchor, made(seen, anchor));
        AttemptObservation found = seen.build();
        return found.isEmpty() ? confirmed(found) : found;
    }

    /**
     * Returns what was found, unless another cluster answers by now: its answers may be among those that found nothing.
     */
    private AttemptObservation confirmed(AttemptObservation empty) throws MemberUnreachableException {
        ObservationBuilder after = begin();
        return after.isOf(attempt) ? empty : after.build();
    }

    /**
     * Returns the objects that are to be deleted. Of a kind that is not known now there may be some, which does not
     * keep the others.
     */
    private List<ObjectRef> made(ObservationBuilder seen, @Nullable AttemptAnchorConfigMap anchor)
            throws MemberUnreachableException {
        if (anchor != null && !anchor.objects().isEmpty()) {
            return anchor.objects();
        }
        AttemptApplier.Plan served = applier.served();
        served.unknown().forEach(each -> seen.object().pending(each));
        return served.refs();
    }

    /** Returns the objects that the attempt may have made: as the anchor lists them, else as the manifests say. */
    private List<ObjectRef> refs(@Nullable AttemptAnchorConfigMap anchor) throws MemberUnreachableException {
        return anchor != null && !anchor.objects().isEmpty()
                ? anchor.objects()
                : applier.plan().refs();
    }

    /** Begins an observation of the cluster that answers now. */
    private ObservationBuilder begin() throws MemberUnreachableException {
        Instant at = clock.instant();
        return new ObservationBuilder(at, member.uid());
    }
}
