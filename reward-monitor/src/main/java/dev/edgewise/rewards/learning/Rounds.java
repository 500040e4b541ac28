package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.reward.RewardState;
import dev.edgewise.rewards.estimates.Sums;
import dev.edgewise.rewards.outcomes.Cause;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Looks at what is due: counts what is stuck, opens and closes nodes, and has rewards and ledgers written. */
final class Rounds {
    /** What other types on the node learn of it: how much worse or better a type became there. */
    private static final double NOTABLE = 0.1;

    /** Of what other types say, so much weighs something. */
    private static final double ENOUGH = 0.5;

    private static final long SHORTEST_PAUSE = 5_000;
    private static final int SPREAD = 1_023;
    /** This many cells are looked at in one step, for which others wait some ms. */
    static final int AT_ONCE = 500;

    private static final int GATHERED_AT_ONCE = 10_000;

    private final LearnerState state;
    private final Tally tally;
    private final Quarantine quarantine;
    private final Trials trials;
    private final Publisher publisher;
    /** Nodes that became notably worse or better in this step: all types there are looked at. */
    private final Set<NodeState> touched = new HashSet<>();

    /** What is looked at in this round, and what of it is left for later steps. */
    private final Set<Cell> round = new LinkedHashSet<>();

    /** Of the nodes that were looked at in this step, as long as nothing changes what is said of them. */
    private final Map<NodeState, Words> words = new HashMap<>();

    private Iterator<Cell> rest = round.iterator();
    private long began = Long.MAX_VALUE;

    Rounds(LearnerState state, Tally tally) {
        this.state = state;
        this.tally = tally;
        this.quarantine = new Quarantine(state.settings.quarantine());
        this.publisher = new Publisher(state);
        this.trials = new Trials(state.settings.quarantine());
    }

    /** What is due now, or the next part of what was due before. */
    Changes step(long now) {
        began = Math.min(began, now);
        Writes writes = new Writes();
        if (!rest.hasNext() && !gather(now)) {
            return writes.changes(true);
        }
        Observed observed = Publisher.observed(state, now);
        words.clear();
        for (int left = AT_ONCE; left > 0 && rest.hasNext(); left--) {
            Cell cell = rest.next();
            if (state.has(cell)) {
                look(cell, writes, observed);
            }
        }
        boolean isMore = rest.hasNext();
        if (!isMore) {
            publisher.sums(round, writes, now);
            round.clear();
        }
        return writes.changes(isMore);
    }

    /** Begins a round: what types and nodes hold of all that is due is renewed first, as each look goes by it. Returns whether that is done. */
    private boolean gather(long now) {
        for (int left = GATHERED_AT_ONCE; left > 0; left--) {
            Cell cell = state.nextDue(now);
            if (cell == null) {
                withTouched(now);
                rest = round.iterator();
                return true;
            }
            if (state.has(cell)) {
                stuck(cell, now);
                share(cell, now);
                round.add(cell);
            }
        }
        return false;
    }

    private void withTouched(long now) {
        touched.stream().flatMap(node -> node.cells.stream()).filter(round::add).forEach(cell -> share(cell, now));
        touched.clear();
    }

    private void look(Cell cell, Writes writes, Observed observed) {
        long now = observed.at().toEpochMilli();
        if (isForgotten(cell, now)) {
            remove(cell, writes);
            return;
        }
        Sums others = words.computeIfAbsent(cell.node, Words::new).others(cell);
        judge(cell, others, now);
        if (marksWithoutPods(cell, now)) {
            cell.isUnwritten = true;
        }
        if (cell.isUnwritten) {
            cell.forgetOver();
            writes.ledger(cell, Ledgers.of(cell));
            cell.isUnwritten = false;
            cell.isStored = true;
        }
        publisher.publish(cell, others, writes, observed);
        state.lookAt(cell, next(cell, now));
    }

    private void stuck(Cell cell, long now) {
        for (PodState pod : cell.pods) {
            Counted before = cell.counted(pod);
            boolean isDue = pod.waitsSince > 0
                    && now - pod.waitsSince >= state.settings.stuckAfter().toMillis();
            if (isDue && !before.has(Cause.STUCK)) {
                cell.count(pod, before.with(Cause.STUCK));
                tally.add(cell, Finding.ofPod(Cause.STUCK, now, "no container ran"), pod.fullName());
            }
        }
    }

    /** Renews what the type and the node hold of a cell. */
    private void share(Cell cell, long now) {
        Sums after = cell.sums(state.decay, now).atMostOne();
        Sums before = cell.share;
        cell.type.replace(before, after);
        cell.share = after;
        words.clear();
        double worse = (after.weight() - after.sum()) - (before.weight() - before.sum());
        if (Math.abs(worse) >= NOTABLE) {
            touched.add(cell.node);
        }
    }

    private void judge(Cell cell, Sums others, long now) {
        Standing before = cell.standing;
        if (!cell.node.exists && !before.isOpen()) {
            // It takes no place of those that may be closed.
            cell.standing = Standing.open(now);
            cell.type.closed--;
            cell.isUnwritten = true;
            return;
        }
        Quarantine.Case facts = facts(cell, others, now);
        cell.isCapped = before.isOpen() && !facts.hasRoom() && quarantine.isBad(facts);
        Standing after = quarantine.judge(before, facts, now);
        if (after.equals(before)) {
            return;
        }
        cell.standing = after;
        cell.isUnwritten = true;
        cell.pause = 0;
        if (Quarantine.begins(before, after)) {
            cell.type.countClosing(now);
        } else if (after.isOpen()) {
            cell.type.closed--;
            if (quarantine.hasHealed(before, facts)) {
                heal(cell, now);
            }
        } else if (before.state() == RewardState.PROBATION) {
            cell.triedInVain = now;
        }
    }

    private void heal(Cell cell, long now) {
        cell.evidence.forgive();
        cell.node.healed = now;
        share(cell, now);
        cell.node.cells.forEach(other -> state.lookAt(other, now));
    }

    private Quarantine.Case facts(Cell cell, Sums others, long now) {
        QuarantineSettings settings = state.settings.quarantine();
        boolean room = cell.pin == null
                && cell.node.exists
                && cell.type.closed < quarantine.most(state.existingNodes())
                && cell.type.closingsSince(now - settings.newWithin().toMillis()) < settings.newNodes();
        boolean turn = others.weight() < ENOUGH || others.mean() >= settings.below() || trials.mayTry(cell, now);
        return new Quarantine.Case(
                cell.sums(state.decay, now),
                others,
                cell.type.elsewhere(cell),
                cell.longestLife(now),
                room,
                turn,
                cell.node.healed);
    }

    /** When to look again: soon after something happened, then ever later. */
    private long next(Cell cell, long now) {
        long longest = state.settings.validFor().toMillis() / 4;
        cell.pause = Math.min(longest, Math.max(SHORTEST_PAUSE, 2 * cell.pause));
        // Spread, so that what came at once does not come back at once.
        long at = now + cell.pause + cell.pause * (cell.hash() & SPREAD) / SPREAD;
        at = Math.min(at, cell.node.seenAgain(now));
        Standing standing = cell.standing;
        if (!standing.isOpen()) {
            at = Math.min(at, Math.max(now + SHORTEST_PAUSE, standing.until()));
            at = standing.until() > now ? Math.min(at, standing.until()) : at;
            long missing = quarantine.needed(standing, cell.node.healed) - standing.healthy() - cell.longestLife(now);
            at = cell.longestLife(now) > 0 && missing > 0 && cell.node.isSeen(now) ? Math.min(at, now + missing) : at;
        }
        if (cell.pin != null && cell.pin.until() != null) {
            at = Math.min(at, Math.max(now + 1, cell.pin.until().toEpochMilli()));
        }
        for (PodState pod : cell.pods) {
            long stuckAt = pod.waitsSince + state.settings.stuckAfter().toMillis();
            at = pod.waitsSince > 0 && stuckAt > now ? Math.min(at, stuckAt) : at;
        }
        return at;
    }

    private boolean isForgotten(Cell cell, long now) {
        return cell.pods.isEmpty()
                && cell.pin == null
                && cell.standing.isOpen()
                && now - cell.touched > state.settings.limits().collectAfter().toMillis();
    }

    /** Marks of pods that vanished while nobody watched are of no use once all that exist have come. */
    private boolean marksWithoutPods(Cell cell, long now) {
        return cell.counted.size() > cell.pods.size()
                && now - began > state.settings.limits().collectAfter().toMillis()
                && cell.counted.keySet().removeIf(print -> !state.pods.containsKey(print));
    }

    private void remove(Cell cell, Writes writes) {
        writes.gone(cell);
        state.remove(cell);
        words.clear();
    }
}
