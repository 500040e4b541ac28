package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/**
 * Everything that decisions about the slots of one namespace need, read from caches. Lists are in any order.
 *
 * @param namespace the namespace
 * @param now by the API server's clock
 * @param claims the ledger; {@link ClaimLedger#NONE} if there is none yet
 * @param claimsVersion version of the ledger that was read, the precondition of {@link SlotAction.WriteClaims}; empty
 *     if there is none yet
 * @param isLedgerStored whether the API server has that ledger; not if it was removed or replaced by an older one while
 *     it was known here
 * @param testbeds all testbeds of the namespace
 * @param otherTestbeds all testbeds of other namespaces: they may want the same nodes
 * @param jobs all batch jobs of the namespace
 * @param schedulings all Schedulings of the namespace
 * @param applications all applications of batch jobs in the namespace, of each kind that is served
 * @param pods all pods of the namespace that name slots, bound or not, also finished and terminating ones; pause pods
 *     are not among them
 * @param pausePods all pause pods of the namespace's testbeds
 * @param nodes all nodes that have the node label of any testbed, and each node that a layout names, if it is there
 * @param servedKinds kinds of application that the cluster serves now, such as {@code job}
 */
public record SlotDecisionInput(
        String namespace,
        Instant now,
        ClaimLedger claims,
        String claimsVersion,
        boolean isLedgerStored,
        List<Testbed> testbeds,
        List<Testbed> otherTestbeds,
        List<BatchJob> jobs,
        List<Scheduling> schedulings,
        List<ObservedBatchJobApplication> applications,
        List<SlotPod> pods,
        List<SlotPausePod> pausePods,
        List<NodeFacts> nodes,
        Set<String> servedKinds) {
    public SlotDecisionInput {
        // Statuses and the ledger are read back as they were written.
        now = now.truncatedTo(ChronoUnit.MILLIS);
        testbeds = List.copyOf(testbeds);
        otherTestbeds = List.copyOf(otherTestbeds);
        jobs = List.copyOf(jobs);
        schedulings = List.copyOf(schedulings);
        applications = List.copyOf(applications);
        pods = List.copyOf(pods);
        pausePods = List.copyOf(pausePods);
        nodes = List.copyOf(nodes);
        servedKinds = Set.copyOf(servedKinds);
    }
}
