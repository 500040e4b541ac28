package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The decider: the next version of the ledger, and everything that follows from the present one. Applications, pods and
 * statuses never follow from a version that is not written yet.
 */
public final class NamespaceDecider implements SlotDecider {
    private final SlotTimeouts rules;

    public NamespaceDecider(SlotTimeouts rules) {
        this.rules = rules;
    }

    @Override
    public SlotDecision decide(SlotDecisionInput input) {
        return new Pass(input).decision();
    }

    /** Returns the writes that later decisions follow from: all but pause pods, statuses and events. */
    List<SlotAction> ledgerAndApplications(SlotDecisionInput input) {
        Pass pass = new Pass(input);
        pass.ledger();
        pass.applications();
        return pass.actions;
    }

    /** One decision. */
    private final class Pass {
        private final SlotDecisionInput input;
        private final SlotDecisionInputIndex index;
        private final NextDeadlineTracker deadlines;
        private final SlotListBuilder table;
        private final SlotLayouts layouts;
        private final ClaimLedgerUpdate step;
        private final Set<String> wanted;
        private final Map<String, List<Slot>> slots = new HashMap<>();
        private final List<SlotAction> actions = new ArrayList<>();

        Pass(SlotDecisionInput input) {
            this.input = input;
            index = new SlotDecisionInputIndex(input);
            deadlines = new NextDeadlineTracker(input.now());
            table = new SlotListBuilder(index, rules, deadlines);
            layouts = new SlotLayouts(index);
            step = new ClaimLedgerUpdate(index, rules, deadlines, table, layouts);
            wanted = wantedTestbeds();
            index.testbeds().forEach(testbed -> slots.put(testbed.uid(), slots(testbed)));
        }

        SlotDecision decision() {
            ledger();
            if (!isFirstLedger()) {
                applications();
                actions.addAll(new SlotPausePodActions(index).actions(slots));
                statuses();
            }
            return new SlotDecision(actions, deadlines.next());
        }

        void ledger() {
            ClaimLedger next = step.next();
            if (!next.equals(input.claims()) || !input.isLedgerStored()) {
                actions.add(new SlotAction.WriteClaims(next, input.claimsVersion()));
            }
            finalizers(next);
        }

        /**
         * Returns whether there is no ledger yet: if it was lost, the statuses tell what was in it, and stay until they
         * are in the next one.
         */
        private boolean isFirstLedger() {
            return input.claims().equals(ClaimLedger.NONE)
                    && actions.stream().anyMatch(SlotAction.WriteClaims.class::isInstance);
        }

        void applications() {
            actions.addAll(new ApplicationActions(index).actions(slots));
        }

        /** A Scheduling keeps its finalizer until neither this version of the ledger nor the next has a claim of it. */
        private void finalizers(ClaimLedger next) {
            for (Scheduling scheduling : index.schedulings()) {
                boolean isDeleted = scheduling.metadata().deleted();
                boolean hasFinalizer = scheduling.metadata().hasFinalizer();
                boolean hasClaim = input.claims().bySchedulingUid().containsKey(scheduling.uid())
                        || next.bySchedulingUid().containsKey(scheduling.uid());
                if (!isDeleted && !hasFinalizer) {
                    actions.add(new SlotAction.AddFinalizer(ObjectKind.SCHEDULING, scheduling.metadata()));
                } else if (isDeleted && hasFinalizer && !hasClaim) {
                    actions.add(new SlotAction.DropFinalizer(ObjectKind.SCHEDULING, scheduling.metadata()));
                }
            }
        }

        /** Names of the testbeds that a Scheduling holds, or that one names which has not ended. */
        private Set<String> wantedTestbeds() {
            Set<String> wanted = new HashSet<>();
            Map<String, Claim> claims = input.claims().bySchedulingUid();
            claims.values().stream().filter(Claim::holdsTestbed).forEach(claim -> wanted.add(claim.testbed()));
            for (Scheduling scheduling : index.schedulings()) {
                boolean isOpen = !claims.containsKey(scheduling.uid())
                        && !scheduling.metadata().deleted();
                if (isOpen && scheduling.problem() == null) {
                    wanted.add(scheduling.spec().testbed().name());
                }
            }
            return wanted;
        }

        private List<Slot> slots(Testbed testbed) {
            List<SlotPlace> places = input.claims().layouts().getOrDefault(testbed.uid(), List.of());
            Duration release = testbed.spec().releaseAfterIdle();
            Instant idleSince =
                    new TestbedStatusBuilder(index, layouts).idleSince(testbed, wanted.contains(testbed.name()));
            boolean isReleased = release != null && idleSince != null && deadlines.hasPassed(idleSince, release);
            Claim holder = input.claims().holderOfTestbed(testbed.uid());
            return table.slots(testbed, places, layouts.desired(testbed, places), holder, !isReleased);
        }

        private void statuses() {
            for (Testbed testbed : index.testbeds()) {
                TestbedStatus status = new TestbedStatusBuilder(index, layouts)
                        .status(testbed, slots.getOrDefault(testbed.uid(), List.of()), wanted.contains(testbed.name()));
                if (!status.equals(testbed.status())) {
                    actions.add(new SlotAction.WriteTestbedStatus(testbed, status));
                    actions.addAll(StatusEvents.ofTestbed(testbed, status));
                }
            }
            BatchJobStatusBuilder jobs = new BatchJobStatusBuilder(index, rules);
            for (BatchJob job : index.jobs()) {
                BatchJobStatus status = jobs.status(job);
                if (!status.equals(job.status())) {
                    actions.add(new SlotAction.WriteJobStatus(job, status));
                    actions.addAll(StatusEvents.ofJob(job, status));
                }
            }
            SchedulingValidator check = new SchedulingValidator(index, layouts);
            ClaimLedgerDraft present = new ClaimLedgerDraft(input.claims(), input.now());
            for (Scheduling scheduling : index.schedulings()) {
                SchedulingStatus status = new SchedulingStatusBuilder(index)
                        .status(
                                scheduling,
                                check.problem(scheduling, present),
                                step.waits().get(scheduling.uid()));
                if (!status.equals(scheduling.status())) {
                    actions.add(new SlotAction.WriteSchedulingStatus(scheduling, status));
                    actions.addAll(StatusEvents.ofScheduling(scheduling, status));
                }
            }
        }
    }
}
