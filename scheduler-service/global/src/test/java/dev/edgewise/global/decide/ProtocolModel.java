package dev.edgewise.global.decide;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model of everything that can happen to one request and its objects in clusters. The decisions are those of
 * production. At each decision, each cluster answers, is known to be unreachable, or is silent. The user cancels and
 * deletes at any moment; objects become ready when they like, or never; deadlines pass; a member with a fence deletes
 * an anchor at any moment, and must have done so when the fence is over.
 */
final class ProtocolModel {
    private final ProtocolViews views;
    private final Fault fault;
    private final OnUnreachable onUnreachable;

    ProtocolModel(String clusters, OnUnreachable onUnreachable, int giveUpAfter, Fault fault) {
        this.views = new ProtocolViews(clusters, onUnreachable, giveUpAfter);
        this.fault = fault;
        this.onUnreachable = onUnreachable;
    }

    /** The rule that is left out. */
    enum Fault {
        NONE,
        /** Actions are carried out before the record is written. */
        NO_WRITE_AHEAD,
        /** Objects are applied without asking again whether the attempt is TRYING. */
        NO_CONFIRMATION,
        /** An anchor is deleted by a late worker although the attempt has become READY. */
        WITHDRAWAL_OF_READY,
        /** The member does not delete an anchor that is not renewed. */
        NO_FENCE_IN_MEMBER
    }

    /** The request as the API server has it; its version is all of it. */
    record Stored(RequestStatus status, boolean cancelled, boolean deleting, boolean exists) {
        /** Equal statuses are the same object: see {@link ProtocolViews#normalized}. */
        @Override
        public int hashCode() {
            return System.identityHashCode(status) * 8 + (cancelled ? 4 : 0) + (deleting ? 2 : 0) + (exists ? 1 : 0);
        }
    }

    /** An attempt in a cluster. */
    record Place(int number, String cluster) {}

    enum Anchor {
        NONE,
        LIVE,
        DELETING
    }

    enum Objects {
        NONE,
        /** The anchor is their owner. */
        OWNED,
        /** The owner is gone: garbage collection deletes them at any moment. */
        ORPHANED
    }

    /** The content of a place. */
    record Content(Anchor anchor, boolean fenced, Objects objects, boolean ready) {
        static final Content EMPTY = new Content(Anchor.NONE, false, Objects.NONE, false);

        boolean isRunning() {
            return anchor != Anchor.NONE && objects == Objects.OWNED;
        }

        Content withoutAnchor() {
            return new Content(Anchor.NONE, false, objects == Objects.OWNED ? Objects.NONE : objects, false);
        }

        Content with(Anchor next) {
            return new Content(next, fenced, objects, ready);
        }
    }

    /**
     * Everything but the work under way.
     *
     * @param late attempts whose deadline has passed
     * @param fencedOff attempts in CLEANING whose fence is over
     */
    record Base(Stored stored, Map<Place, Content> contents, Set<Integer> late, Set<Integer> fencedOff) {
        Content at(Place place) {
            return contents.getOrDefault(place, Content.EMPTY);
        }

        Base with(Stored next) {
            return new Base(next, contents, late, fencedOff);
        }

        Base with(Place place, Content content) {
            Map<Place, Content> changed = new HashMap<>(contents);
            changed.put(place, content);
            if (content.equals(Content.EMPTY)) {
                changed.remove(place);
            }
            return new Base(stored, changed, late, fencedOff);
        }
    }

    /** One request of a worker to an API server. */
    sealed interface Step {
        record CreateAnchor(Place place) implements Step {}

        /**
         * The question how far the attempt is.
         *
         * @param isOwner whether the anchor that was seen still exists
         */
        record Confirm(Place place, boolean isOwner) implements Step {}

        /** The deletion of the anchor that was seen, by its uid. */
        record Withdraw(Place place, boolean isOwner) implements Step {}

        record CreateObjects(Place place, boolean isOwner) implements Step {}

        record Delete(Place place) implements Step {}

        record Release(Place place) implements Step {}

        record DropFinalizer(Stored expected) implements Step {}

        record Write(Stored expected, RequestStatus status) implements Step {}
    }

    /** The result of a step: the state, and what the worker does next in its place; null for nothing. */
    record Landed(Base base, @Nullable Step next, boolean isRefused) {}

    Base initial() {
        return new Base(new Stored(views.initial(), false, false, true), Map.of(), Set.of(), Set.of());
    }

    /** Returns what a worker may decide, as the steps that it takes in turn. */
    Set<List<Step>> decide(Base base) {
        Set<List<Step>> decisions = new LinkedHashSet<>();
        if (base.stored().exists()) {
            for (NextRequestStep decision : views.decisions(base)) {
                add(decisions, base, decision);
            }
        }
        decisions.remove(List.of());
        return decisions;
    }

    /** Returns the decision of a worker that all clusters answer. */
    List<Step> decideReachable(Base base) {
        Set<List<Step>> decisions = new LinkedHashSet<>();
        if (base.stored().exists()) {
            add(decisions, base, views.reachable(base));
        }
        return decisions.isEmpty() ? List.of() : decisions.iterator().next();
    }

    private void add(Set<List<Step>> decisions, Base base, NextRequestStep decision) {
        List<Step> actions = decision.actions().stream()
                .map(action -> step(base, action))
                .filter(step -> step != null)
                .toList();
        RequestStatus next = views.normalized(decision.status());
        if (next.equals(base.stored().status())) {
            decisions.add(actions);
            return;
        }
        List<Step> steps = new ArrayList<>();
        steps.add(new Step.Write(base.stored(), next));
        if (fault == Fault.NO_WRITE_AHEAD) {
            decisions.add(actions);
        } else {
            steps.addAll(actions);
        }
        decisions.add(steps);
    }

    private static @Nullable Step step(Base base, RequestAction action) {
        if (action instanceof RequestAction.Apply apply) {
            return new Step.CreateAnchor(place(apply.attempt()));
        }
        if (action instanceof RequestAction.Delete delete) {
            return new Step.Delete(place(delete.attempt()));
        }
        if (action instanceof RequestAction.Release release) {
            return new Step.Release(place(release.attempt()));
        }
        return action instanceof RequestAction.DropFinalizer ? new Step.DropFinalizer(base.stored()) : null;
    }

    static Place place(Attempt attempt) {
        return new Place(attempt.number(), attempt.cluster());
    }

    /** Returns what follows when the step arrives. */
    Landed land(Base base, Step step) {
        if (step instanceof Step.Write write) {
            Stored old = base.stored();
            return old.equals(write.expected())
                    ? new Landed(
                            base.with(new Stored(write.status(), old.cancelled(), old.deleting(), true)), null, false)
                    : new Landed(base, null, true);
        }
        if (step instanceof Step.DropFinalizer drop) {
            Stored gone = new Stored(views.initial(), false, false, false);
            return new Landed(base.stored().equals(drop.expected()) ? base.with(gone) : base, null, false);
        }
        if (step instanceof Step.Confirm confirm) {
            return new Landed(base, confirmed(base, confirm), false);
        }
        if (step instanceof Step.CreateAnchor create) {
            Content content = base.at(create.place());
            boolean isNew = content.anchor() == Anchor.NONE;
            boolean isFenced = onUnreachable == OnUnreachable.FENCE;
            Content next = isNew ? new Content(Anchor.LIVE, isFenced, content.objects(), content.ready()) : content;
            return new Landed(base.with(create.place(), next), new Step.Confirm(create.place(), true), false);
        }
        return new Landed(changed(base, step), null, false);
    }

    private static Base changed(Base base, Step step) {
        if (step instanceof Step.CreateObjects create) {
            Content content = base.at(create.place());
            // Objects that exist already get a further owner.
            boolean isOwned = create.isOwner() || content.isRunning();
            Objects objects = isOwned ? Objects.OWNED : Objects.ORPHANED;
            return base.with(create.place(), new Content(content.anchor(), content.fenced(), objects, content.ready()));
        }
        if (step instanceof Step.Delete delete) {
            return deleted(base, delete.place());
        }
        if (step instanceof Step.Withdraw withdraw) {
            return withdraw.isOwner() ? deleted(base, withdraw.place()) : base;
        }
        Place place = ((Step.Release) step).place();
        Content content = base.at(place);
        boolean isReady = content.isRunning() && content.anchor() == Anchor.LIVE && content.ready();
        return isReady ? base.with(place, new Content(Anchor.LIVE, false, Objects.OWNED, true)) : base;
    }

    private static Base deleted(Base base, Place place) {
        Content content = base.at(place);
        return content.anchor() == Anchor.LIVE ? base.with(place, content.with(Anchor.DELETING)) : base;
    }

    private @Nullable Step confirmed(Base base, Step.Confirm confirm) {
        AttemptPhase phase = base.stored().status().attempts().stream()
                .filter(attempt -> place(attempt).equals(confirm.place()))
                .map(Attempt::phase)
                .findFirst()
                .orElse(null);
        boolean isConfirmed = fault == Fault.NO_CONFIRMATION || fault == Fault.NO_WRITE_AHEAD;
        if (isConfirmed || phase == AttemptPhase.TRYING) {
            return new Step.CreateObjects(confirm.place(), confirm.isOwner());
        }
        boolean isLeft = phase == AttemptPhase.READY && fault != Fault.WITHDRAWAL_OF_READY;
        return isLeft ? null : new Step.Withdraw(confirm.place(), confirm.isOwner());
    }

    /** Returns the steps of users. */
    static List<Base> userSteps(Base base) {
        Stored stored = base.stored();
        List<Base> next = new ArrayList<>();
        if (stored.exists() && !stored.cancelled() && !stored.deleting()) {
            next.add(base.with(new Stored(stored.status(), true, false, true)));
        }
        if (stored.exists() && !stored.deleting()) {
            next.add(base.with(new Stored(stored.status(), stored.cancelled(), true, true)));
        }
        return next;
    }

    /** Returns the steps of garbage collection, which follow in any case. */
    static List<Base> collections(Base base) {
        List<Base> next = new ArrayList<>();
        base.contents().forEach((place, content) -> {
            if (content.anchor() == Anchor.DELETING) {
                next.add(base.with(place, content.withoutAnchor()));
            }
            if (content.objects() == Objects.ORPHANED) {
                next.add(base.with(place, new Content(content.anchor(), content.fenced(), Objects.NONE, false)));
            }
        });
        return next;
    }

    /** Returns the states in which objects have become ready. */
    static List<Base> readiness(Base base) {
        List<Base> next = new ArrayList<>();
        base.contents().forEach((place, content) -> {
            if (content.isRunning() && content.anchor() == Anchor.LIVE && !content.ready()) {
                next.add(base.with(place, new Content(Anchor.LIVE, content.fenced(), Objects.OWNED, true)));
            }
        });
        return next;
    }

    /** Returns the states in which a fence has deleted an anchor that was not renewed in time. */
    List<Base> fences(Base base) {
        List<Base> next = new ArrayList<>();
        base.contents().forEach((place, content) -> {
            if (content.fenced() && content.anchor() == Anchor.LIVE && fault != Fault.NO_FENCE_IN_MEMBER) {
                next.add(base.with(place, content.with(Anchor.DELETING)));
            }
        });
        return next;
    }

    /** Returns the states in which a deadline or a fence is over. */
    List<Base> times(Base base) {
        List<Base> next = new ArrayList<>();
        for (Attempt attempt : base.stored().status().attempts()) {
            int number = attempt.number();
            if (attempt.phase() == AttemptPhase.TRYING && !base.late().contains(number)) {
                next.add(new Base(base.stored(), base.contents(), plus(base.late(), number), base.fencedOff()));
            }
            boolean isFenced = onUnreachable == OnUnreachable.FENCE && attempt.phase() == AttemptPhase.CLEANING;
            if (isFenced && !base.fencedOff().contains(number)) {
                Base over = new Base(base.stored(), base.contents(), base.late(), plus(base.fencedOff(), number));
                Content content = base.at(place(attempt));
                boolean isDeleted = content.fenced() && fault != Fault.NO_FENCE_IN_MEMBER;
                next.add(isDeleted ? over.with(place(attempt), content.withoutAnchor()) : over);
            }
        }
        return next;
    }

    private static Set<Integer> plus(Set<Integer> numbers, int number) {
        Set<Integer> more = new HashSet<>(numbers);
        more.add(number);
        return more;
    }

    /** Returns the state after the search for leftovers, which reads the request from the API server. */
    static Base swept(Base base) {
        Base next = base;
        GlobalRequest request =
                base.stored().exists() ? ProtocolViews.request(TestRequests.of("a", "[c1]"), base.stored()) : null;
        for (Map.Entry<Place, Content> entry : base.contents().entrySet()) {
            Place place = entry.getKey();
            String reason = LeftoverRule.reason(
                    request, Integer.toString(place.number()), place.cluster(), "uid-" + place.cluster());
            if (reason != null && entry.getValue().anchor() == Anchor.LIVE) {
                next = next.with(place, entry.getValue().with(Anchor.DELETING));
            }
        }
        return next;
    }

    /** Whether the request has ended as its user wants it. */
    static boolean hasEnded(Base base) {
        Stored stored = base.stored();
        RequestPhase phase = stored.status().phase();
        if (stored.deleting() || !stored.exists()) {
            return !stored.exists();
        }
        return stored.cancelled() ? phase == RequestPhase.CANCELLED || phase == RequestPhase.FAILED : phase.isFinal();
    }
}
