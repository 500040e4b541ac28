package dev.edgewise.global.decide;

import dev.edgewise.global.decide.ProtocolModel.Anchor;
import dev.edgewise.global.decide.ProtocolModel.Base;
import dev.edgewise.global.decide.ProtocolModel.Content;
import dev.edgewise.global.decide.ProtocolModel.Landed;
import dev.edgewise.global.decide.ProtocolModel.Objects;
import dev.edgewise.global.decide.ProtocolModel.Place;
import dev.edgewise.global.decide.ProtocolModel.Step;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.RequestPhase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A breadth-first search over the states of {@link ProtocolModel} with two workers. Each has decided at some moment and
 * takes the steps of its decision at any later moments; a step may be lost, or arrive twice, and a worker may be killed
 * between any two of them. A state is a number: that of its base, and those of the works.
 */
final class ProtocolSearch {
    private static final int WORK_BITS = 20;
    private static final int WORKS = 1 << WORK_BITS;

    private final ProtocolModel model;
    private final boolean isExclusive;
    private final boolean hasUser;
    private final Map<Base, Integer> baseNumbers = new HashMap<>();
    private final List<Base> bases = new ArrayList<>();
    private final List<int[]> decisions = new ArrayList<>();
    private final List<int[]> surroundings = new ArrayList<>();
    private final Map<List<Step>, Integer> workNumbers = new HashMap<>();
    private final List<List<Step>> works = new ArrayList<>();
    private final List<Boolean> hasOwner = new ArrayList<>();
    private final Map<Long, Arrival> arrivals = new HashMap<>();
    private final Set<Long> seen = new HashSet<>();
    private final Deque<Long> open = new ArrayDeque<>();
    private final ProtocolEnds ends;
    int runningTwice;
    int falselyCompleted;
    int runningAfterEnd;

    /**
     * @param isExclusive whether the work must never run in two clusters at once
     * @param hasUser whether the request is cancelled and deleted at any moment
     */
    ProtocolSearch(ProtocolModel model, boolean isExclusive, boolean hasUser) {
        this.model = model;
        this.hasUser = hasUser;
        this.isExclusive = isExclusive;
        ends = new ProtocolEnds(model);
        // Number 0 is no work.
        number(List.of());
    }

    int states() {
        return seen.size();
    }

    int open() {
        return open.size();
    }

    int leftovers() {
        return ends.leftovers;
    }

    int stuck() {
        return ends.stuck;
    }

    ProtocolSearch all() {
        return until(() -> false);
    }

    /** Searches until something is found, or everything was looked at. */
    ProtocolSearch until(BooleanSupplier found) {
        visit(number(model.initial()), 0, 0);
        while (!open.isEmpty() && !found.getAsBoolean()) {
            expand(open.remove());
        }
        return this;
    }

    private void visit(int base, int first, int second) {
        int low = Math.min(first, second);
        int high = Math.max(first, second);
        long state = ((long) base * WORKS + low) * WORKS + high;
        if (seen.add(state)) {
            open.add(state);
        }
    }

    private void expand(long state) {
        int high = (int) (state % WORKS);
        int low = (int) (state / WORKS % WORKS);
        int base = (int) (state / WORKS / WORKS);
        progress(base, low, high);
        if (low != high) {
            progress(base, high, low);
        }
        for (int next : surroundings(base)) {
            visit(next, withOwners(next, base, low), withOwners(next, base, high));
        }
    }

    /** Visits the states that one worker can reach while the other does nothing. */
    private void progress(int base, int work, int other) {
        if (work == 0) {
            for (int decided : decisions(base)) {
                visit(base, decided, other);
            }
            return;
        }
        Arrival arrival = arrivals.computeIfAbsent((long) base * WORKS + work, key -> arrival(base, work));
        int nextOther = withOwners(arrival.base(), base, other);
        visit(arrival.base(), arrival.following(), nextOther);
        // Killed before the step, or after it; the step is lost and the worker continues; the step arrives once more.
        visit(base, 0, other);
        visit(arrival.base(), 0, nextOther);
        visit(base, arrival.lost(), other);
        visit(arrival.base(), arrival.again(), nextOther);
    }

    /** The arrival of a work's first step: the base then, and what is left of the work in each case. */
    private record Arrival(int base, int following, int lost, int again) {}

    private Arrival arrival(int base, int work) {
        List<Step> steps = works.get(work);
        List<Step> rest = steps.subList(1, steps.size());
        Landed landed = model.land(bases.get(base), steps.get(0));
        int next = number(landed.base());
        List<Step> following = new ArrayList<>();
        if (landed.next() != null) {
            following.add(landed.next());
        }
        following.addAll(landed.isRefused() ? List.of() : rest);
        boolean isWrite = steps.get(0) instanceof Step.Write;
        return new Arrival(
                next,
                number(List.copyOf(following)),
                isWrite ? 0 : number(List.copyOf(rest)),
                isWrite ? 0 : withOwners(next, base, work));
    }

    /** The work after a change: the anchors that are gone own nothing any more, even if others have their names. */
    private int withOwners(int next, int base, int work) {
        if (next == base || !hasOwner.get(work)) {
            return work;
        }
        Base before = bases.get(base);
        Base after = bases.get(next);
        List<Step> changed = new ArrayList<>();
        for (Step step : works.get(work)) {
            if (step instanceof Step.Confirm confirm && isGone(before, after, confirm.place())) {
                changed.add(new Step.Confirm(confirm.place(), false));
            } else if (step instanceof Step.Withdraw withdraw && isGone(before, after, withdraw.place())) {
                changed.add(new Step.Withdraw(withdraw.place(), false));
            } else if (step instanceof Step.CreateObjects create && isGone(before, after, create.place())) {
                changed.add(new Step.CreateObjects(create.place(), false));
            } else {
                changed.add(step);
            }
        }
        return number(changed);
    }

    private static boolean isGone(Base before, Base after, Place place) {
        return before.at(place).anchor() != Anchor.NONE && after.at(place).anchor() == Anchor.NONE;
    }

    private int[] decisions(int number) {
        int[] known = decisions.get(number);
        if (known == null) {
            known = model.decide(bases.get(number)).stream()
                    .mapToInt(this::number)
                    .toArray();
            decisions.set(number, known);
        }
        return known;
    }

    private int[] surroundings(int number) {
        int[] known = surroundings.get(number);
        if (known == null) {
            Base base = bases.get(number);
            List<Base> next = new ArrayList<>(hasUser ? ProtocolModel.userSteps(base) : List.of());
            next.addAll(ProtocolModel.collections(base));
            next.addAll(ProtocolModel.readiness(base));
            next.addAll(model.fences(base));
            next.addAll(model.times(base));
            known = next.stream().mapToInt(this::number).toArray();
            surroundings.set(number, known);
        }
        return known;
    }

    private int number(Base base) {
        Integer number = baseNumbers.get(base);
        if (number == null) {
            number = bases.size();
            baseNumbers.put(base, number);
            bases.add(base);
            decisions.add(null);
            surroundings.add(null);
            check(base);
        }
        return number;
    }

    private int number(List<Step> work) {
        if (work.isEmpty() && !works.isEmpty()) {
            return 0;
        }
        return workNumbers.computeIfAbsent(work, unknown -> {
            works.add(List.copyOf(unknown));
            hasOwner.add(unknown.stream()
                    .anyMatch(step -> step instanceof Step.Confirm
                            || step instanceof Step.Withdraw
                            || step instanceof Step.CreateObjects));
            return works.size() - 1;
        });
    }

    private void check(Base base) {
        long running =
                base.contents().values().stream().filter(Content::isRunning).count();
        runningTwice += isExclusive && running > 1 ? 1 : 0;
        RequestPhase phase = base.stored().status().phase();
        boolean isReady = base.stored().status().attempts().stream()
                .filter(attempt -> attempt.phase() == AttemptPhase.READY)
                .anyMatch(attempt -> isRunning(base, attempt));
        boolean isWanted = base.stored().exists()
                && !base.stored().cancelled()
                && !base.stored().deleting();
        falselyCompleted += isWanted && phase == RequestPhase.COMPLETED && !isReady ? 1 : 0;
        boolean isOver = !base.stored().exists() || phase == RequestPhase.CANCELLED;
        runningAfterEnd += isOver && running > 0 ? 1 : 0;
        ends.check(base);
    }

    private static boolean isRunning(Base base, Attempt attempt) {
        Content content = base.at(ProtocolModel.place(attempt));
        return content.anchor() == Anchor.LIVE && content.objects() == Objects.OWNED && !content.fenced();
    }

    @Override
    public String toString() {
        return states() + " states of " + bases.size() + " bases: " + runningTwice + " running twice, "
                + falselyCompleted + " falsely completed, " + runningAfterEnd + " running after the end, " + leftovers()
                + " left over, " + stuck() + " stuck";
    }
}
