package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.RewardState;
import dev.edgewise.rewards.estimates.Sums;
import dev.edgewise.rewards.outcomes.Cause;
import java.util.ArrayList;
import java.util.List;

/** Looks at what is due: counts what is stuck, opens and closes nodes, and has rewards and ledgers written. */
final class Rounds {
    /** What other types on the node are told by: how much worse or better a type became there. */
    private static final double NOTABLE = 0.1;

    private static final long SHORTEST_PAUSE = 5_000;
    private static final int SPREAD = 1_023;
    /** Quarantined types of a node that is bad for several take turns in trying it, and wait so long after each failure. */
    private final long pauseOfTrials;

    private final Book book;
    private final Tally tally;
    private final Quarantine quarantine;
    private final Publisher publisher;
    private long began = Long.MAX_VALUE;

    Rounds(Book book, Tally tally) {
        this.book = book;
        this.tally = tally;
        this.quarantine = new Quarantine(book.settings.quarantine());
        this.publisher = new Publisher(book);
        this.pauseOfTrials = book.settings.quarantine().longest().toMillis() / 2;
    }

    Changes step(long now) {
        began = Math.min(began, now);
        Writes writes = new Writes();
        List<Cell> looked = new ArrayList<>();
        // Looks may make others due at once, at most once each as bad news travels one node wide.
        for (Cell cell = book.nextDue(now); cell != null; cell = book.nextDue(now)) {
            if (book.has(cell)) {
                stuck(cell, now);
                share(cell, now);
                looked.add(cell);
            }
        }
        looked.stream().distinct().filter(book::has).forEach(cell -> look(cell, writes, now));
        publisher.sums(looked, writes, now);
        return writes.changes();
    }

    private void look(Cell cell, Writes writes, long now) {
        if (isForgotten(cell, now)) {
            remove(cell, writes);
            return;
        }
        judge(cell, now);
        if (marksWithoutPods(cell, now)) {
            cell.isUnwritten = true;
        }
        if (cell.isUnwritten) {
            writes.ledger(cell, Ledgers.of(cell));
            cell.isUnwritten = false;
            cell.isStored = true;
        }
        publisher.publish(cell, writes, now);
        book.lookAt(cell, next(cell, now));
    }

    private void stuck(Cell cell, long now) {
        for (PodState pod : cell.pods) {
            Counted before = cell.counted.getOrDefault(pod.print, Counted.NOTHING);
            boolean isDue = pod.waitsSince > 0
                    && now - pod.waitsSince >= book.settings.stuckAfter().toMillis();
            if (isDue && !before.has(Cause.STUCK)) {
                cell.counted.put(pod.print, before.with(Cause.STUCK));
                tally.add(cell, Finding.ofPod(Cause.STUCK, now, "no container ran"), pod.name);
            }
        }
    }

    /** Renews what the type and the node hold of a cell. */
    private void share(Cell cell, long now) {
        Sums after = cell.sums(book.decay, now).atMostOne();
        Sums before = cell.share;
        cell.type.replace(before, after);
        cell.share = after;
        double worse = (after.weight() - after.sum()) - (before.weight() - before.sum());
        if (Math.abs(worse) >= NOTABLE) {
            cell.node.cells.values().forEach(other -> {
                if (other != cell) {
                    book.lookAt(other, now);
                }
            });
        }
    }

    private void judge(Cell cell, long now) {
        Standing before = cell.standing;
        Quarantine.Case facts = facts(cell, now);
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
            cell.node.triedInVain = now;
        }
    }

    private void heal(Cell cell, long now) {
        cell.evidence.forgive();
        cell.node.healed = now;
        share(cell, now);
        cell.node.cells.values().forEach(other -> book.lookAt(other, now));
    }

    private Quarantine.Case facts(Cell cell, long now) {
        QuarantineSettings settings = book.settings.quarantine();
        Sums others = Priors.others(cell);
        boolean room = cell.pin == null
                && cell.type.closed < quarantine.most(book.existingNodes())
                && cell.type.closingsSince(now - settings.newWithin().toMillis()) < settings.newNodes();
        boolean turn = others.mean() >= settings.below() || mayTry(cell.node, now);
        return new Quarantine.Case(
                cell.sums(book.decay, now),
                others,
                cell.type.elsewhere(cell),
                cell.longestLife(now),
                room,
                turn,
                cell.node.healed);
    }

    private boolean mayTry(NodeState node, long now) {
        // It healed for one type: the others need not wait for each other.
        return node.healed > node.triedInVain
                || (now - node.triedInVain >= pauseOfTrials
                        && node.cells.values().stream()
                                .noneMatch(other -> other.standing.state() == RewardState.PROBATION));
    }

    /** When to look again: soon after something happened, then ever later. */
    private long next(Cell cell, long now) {
        long longest = book.settings.validFor().toMillis() / 4;
        cell.pause = Math.min(longest, Math.max(SHORTEST_PAUSE, 2 * cell.pause));
        // Spread, so that what came at once does not come back at once.
        long at = now + cell.pause + cell.pause * (cell.hash() & SPREAD) / SPREAD;
        Standing standing = cell.standing;
        if (!standing.isOpen()) {
            at = Math.min(at, Math.max(now + SHORTEST_PAUSE, standing.until()));
            at = standing.until() > now ? Math.min(at, standing.until()) : at;
            long missing = quarantine.needed(standing, cell.node.healed) - standing.healthy() - cell.longestLife(now);
            at = cell.longestLife(now) > 0 && missing > 0 ? Math.min(at, now + missing) : at;
        }
        if (cell.pin != null && cell.pin.until() != null) {
            at = Math.min(at, Math.max(now + 1, cell.pin.until().toEpochMilli()));
        }
        for (PodState pod : cell.pods) {
            long stuckAt = pod.waitsSince + book.settings.stuckAfter().toMillis();
            at = pod.waitsSince > 0 && stuckAt > now ? Math.min(at, stuckAt) : at;
        }
        return at;
    }

    private boolean isForgotten(Cell cell, long now) {
        return cell.pods.isEmpty()
                && cell.pin == null
                && now - cell.touched > book.settings.limits().collectAfter().toMillis();
    }

    /** Marks of pods that vanished while nobody watched are of no use once all that exist have come. */
    private boolean marksWithoutPods(Cell cell, long now) {
        return cell.counted.size() > cell.pods.size()
                && now - began > book.settings.limits().collectAfter().toMillis()
                && cell.counted.keySet().removeIf(print -> !book.pods.containsKey(print));
    }

    private void remove(Cell cell, Writes writes) {
        writes.gone(cell);
        book.remove(cell);
    }
}
