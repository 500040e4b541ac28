package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.decide.SlotDecider;
import dev.edgewise.scheduler.slots.decide.SlotDecision;
import dev.edgewise.scheduler.slots.decide.SlotDecisionInput;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about each namespace whenever something in it has changed, or a bound ends, while this replica leads, and
 * carries the decision out. It keeps nothing that the next leader needs. For one thread.
 */
final class SlotReconciler {
    private static final Logger LOG = LoggerFactory.getLogger(SlotReconciler.class);
    /** How often nodes are looked at for changes. */
    private static final Duration LOOK_AT_NODES = Duration.ofMillis(500);
    /**
     * How many decisions follow each other without a pause, where each has written the ledger that the next one follows
     * from. Only the last one writes statuses.
     */
    private static final int MOST_IN_A_ROW = 4;
    /** The time before a decision is repeated of which something could not be carried out. */
    private static final Backoff REST = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    private final SlotCache cache;
    private final SlotDecisionInputReader inputReader;
    private final SlotDecider decider;
    private final SlotActionExecutor writer;
    private final SlotFactPublisher view;
    private final SchedulingLoopAccess decisions;
    private final SlotMetrics metrics;
    private final Ticker ticker;
    private final Map<String, Long> dueAt = new HashMap<>();
    private final Map<String, Integer> failures = new HashMap<>();
    private final RefusedActionBackoff refusals;
    private final OrphanedPausePodDeleter orphans;
    private final ConcurrentSlotActionExecutor writes = new ConcurrentSlotActionExecutor();
    /** The errors of each namespace that were logged since its last success: each is logged once. */
    private final Map<String, Set<String>> logged = new HashMap<>();

    /** The namespaces whose last decision has written a ledger: applications and pods follow from it. */
    private final Set<String> wroteLedger = new HashSet<>();

    private long lookedAtNodes;
    private boolean knowsAll;

    /** @param decisions asked before each write whether this replica leads and knows all that was decided before */
    SlotReconciler(
            SlotCache cache,
            SlotDecisionInputReader inputReader,
            SlotDecider decider,
            SlotActionExecutor writer,
            SlotFactPublisher view,
            SchedulingLoopAccess decisions,
            SlotMetrics metrics,
            Ticker ticker) {
        this.cache = cache;
        this.inputReader = inputReader;
        this.decider = decider;
        this.writer = writer;
        this.view = view;
        this.decisions = decisions;
        this.metrics = metrics;
        this.ticker = ticker;
        this.refusals = new RefusedActionBackoff(ticker);
        this.orphans = new OrphanedPausePodDeleter(cache, writer, ticker);
    }

    /**
     * Decides about all namespaces that are due. To be called many times a second; without changes it costs nothing.
     */
    void step() {
        cache.expireOwnWrites();
        if (!decisions.isActive()) {
            forget();
            return;
        }
        if (!knowsAll) {
            knowsAll = true;
            cache.changeAll();
        }
        lookAtNodes();
        Set<String> due = takeDue();
        for (int i = 1; i <= MOST_IN_A_ROW; i++) {
            wroteLedger.clear();
            for (String namespace : due) {
                if (decisions.isActive()) {
                    reconcileAlone(namespace, i < MOST_IN_A_ROW);
                }
            }
            due = Set.copyOf(wroteLedger);
        }
        orphans.delete(decisions);
    }

    /** Forgets what another leader would not know. */
    private void forget() {
        if (knowsAll) {
            knowsAll = false;
            dueAt.clear();
            failures.clear();
            logged.clear();
            refusals.clear();
            orphans.clear();
            inputReader.forget();
        }
    }

    private void lookAtNodes() {
        boolean looks = ticker.since(lookedAtNodes).compareTo(LOOK_AT_NODES) >= 0;
        if (looks) {
            lookedAtNodes = ticker.nanos();
        }
        cache.change(inputReader.takeTouched(looks));
    }

    private Set<String> takeDue() {
        Set<String> due = new HashSet<>(cache.takeChanged());
        // A namespace that failed waits, whatever changes: its own writes change it.
        due.removeIf(namespace -> failures.containsKey(namespace) && !isOver(namespace));
        dueAt.keySet().stream().filter(this::isOver).forEach(due::add);
        return due;
    }

    private boolean isOver(String namespace) {
        Long at = dueAt.get(namespace);
        return at == null || at - ticker.nanos() <= 0;
    }

    /** Decides about a namespace so that an error about it stops no other namespace. */
    private void reconcileAlone(String namespace, boolean maySplit) {
        try {
            reconcile(namespace, maySplit);
        } catch (RuntimeException unexpected) {
            logOnce(namespace, "The slots of a namespace cannot be decided about, trying again", unexpected);
            retryLater(namespace);
        }
    }

    private void logOnce(String namespace, String what, RuntimeException cause) {
        if (logged.computeIfAbsent(namespace, first -> new HashSet<>()).add(what + cause)) {
            LOG.error("{}; namespace={}", what, namespace, cause);
        }
    }

    private void retryLater(String namespace) {
        int failed = failures.merge(namespace, 1, Integer::sum);
        dueAt.put(namespace, ticker.nanos() + REST.after(failed).toNanos());
    }

    /**
     * @param maySplit whether a decision that writes the ledger does nothing else, as the next one follows at once and
     *     does all that is left
     */
    private void reconcile(String namespace, boolean maySplit) {
        dueAt.remove(namespace);
        SlotDecisionInput input = inputReader.read(namespace);
        if (input == null) {
            metrics.unreadable(namespace);
            return;
        }
        long begun = ticker.nanos();
        SlotDecision decision = decider.decide(input);
        metrics.decided(namespace, ticker.since(begun), decision.actions());
        boolean all = carryOut(namespace, decision.actions(), maySplit);
        view.show(namespace);
        if (all) {
            if (decision.actions().stream().anyMatch(SlotAction.WriteClaims.class::isInstance)) {
                wroteLedger.add(namespace);
            }
            failures.remove(namespace);
            logged.remove(namespace);
            plan(namespace, decision.nextCheck(), input.now());
        } else {
            retryLater(namespace);
        }
    }

    private void plan(String namespace, @Nullable Instant next, Instant now) {
        Duration wait = next == null ? null : Duration.between(now, next);
        Duration rest = refusals.next(namespace);
        if (wait == null || (rest != null && rest.compareTo(wait) < 0)) {
            wait = rest;
        }
        if (wait != null) {
            dueAt.put(namespace, ticker.nanos() + Math.max(0, wait.toNanos()));
        }
    }

    /** Carries out what frees or holds slots first, and tells people last. */
    private boolean carryOut(String namespace, List<SlotAction> actions, boolean maySplit) {
        boolean all = true;
        for (List<SlotAction> alike : ConcurrentSlotActionExecutor.alike(ActionOrder.of(actions))) {
            alike.removeIf(action -> refusals.isPaused(namespace, action));
            for (ConcurrentSlotActionExecutor.Sent sent : writes.carryOut(alike, action -> write(namespace, action))) {
                if (sent.failure() instanceof ApiUnavailableException unanswered) {
                    LOG.warn(
                            "The API server does not answer, trying again; namespace={} cause={}",
                            namespace,
                            unanswered.getMessage());
                    return false;
                } else if (sent.failure() instanceof RuntimeException unexpected) {
                    logOnce(namespace, "A decision about slots cannot be carried out, trying again", unexpected);
                    all = false;
                } else if (sent.outcome() != null) {
                    noteRefusal(namespace, sent.action(), sent.outcome());
                    all &= sent.outcome() != WriteOutcome.FAILED;
                }
            }
            if (!decisions.isActive()) {
                return false;
            }
            if (maySplit && all && alike.stream().anyMatch(SlotAction.WriteClaims.class::isInstance)) {
                return true;
            }
        }
        return all;
    }

    private WriteOutcome write(String namespace, SlotAction action) throws ApiUnavailableException {
        return decisions.isActive() ? writer.carryOut(namespace, action) : WriteOutcome.FAILED;
    }

    private void noteRefusal(String namespace, SlotAction action, WriteOutcome outcome) {
        if (outcome == WriteOutcome.REFUSED) {
            refusals.add(namespace, action);
        } else if (action instanceof SlotAction.DeletePausePod delete
                && delete.pausePod().finished()) {
            refusals.addEnded(namespace, delete.pausePod());
        }
    }
}
