package dev.edgewise.scheduler.slots.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.decide.SlotAction.AddFinalizer;
import dev.edgewise.scheduler.slots.decide.SlotAction.DropFinalizer;
import dev.edgewise.scheduler.slots.decide.SlotAction.RecordEvent;
import dev.edgewise.scheduler.slots.decide.SlotAction.WriteJobStatus;
import dev.edgewise.scheduler.slots.decide.SlotAction.WriteSchedulingStatus;
import dev.edgewise.scheduler.slots.decide.SlotAction.WriteTestbedStatus;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConcurrentSlotActionExecutorTest {
    private final ConcurrentSlotActionExecutor writes = new ConcurrentSlotActionExecutor();

    private static SlotAction add(int number) {
        return new AddFinalizer(ObjectKind.SCHEDULING, ReconcilerFixture.metadata("a", "s" + number));
    }

    private static SlotAction drop(int number) {
        return new DropFinalizer(ObjectKind.SCHEDULING, ReconcilerFixture.metadata("a", "s" + number));
    }

    private static SlotAction event(int number) {
        return new RecordEvent(ObjectKind.SCHEDULING, ReconcilerFixture.metadata("a", "s"), false, "R" + number, "m");
    }

    /** Each waits until seven others are under way as well. */
    @Test
    void eightAreUnderWayAtATime() {
        CyclicBarrier eight = new CyclicBarrier(8);
        List<SlotAction> actions = IntStream.range(0, 16)
                .mapToObj(ConcurrentSlotActionExecutorTest::add)
                .toList();

        List<ConcurrentSlotActionExecutor.Sent> sent = writes.carryOut(actions, action -> {
            try {
                eight.await(30, TimeUnit.SECONDS);
                return WriteOutcome.DONE;
            } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
                throw new IllegalStateException(alone);
            }
        });

        assertThat(sent).extracting(ConcurrentSlotActionExecutor.Sent::action).isEqualTo(actions);
        assertThat(sent).allSatisfy(each -> assertThat(each.outcome()).isEqualTo(WriteOutcome.DONE));
    }

    @Test
    void oneThatFailsStopsNoOther() {
        ApiUnavailableException silence = new ApiUnavailableException("no answer", null);

        List<ConcurrentSlotActionExecutor.Sent> sent = writes.carryOut(List.of(add(0), add(1)), action -> {
            if (action.equals(add(0))) {
                throw silence;
            }
            return WriteOutcome.REFUSED;
        });

        assertThat(sent)
                .containsExactly(
                        new ConcurrentSlotActionExecutor.Sent(add(0), null, silence),
                        new ConcurrentSlotActionExecutor.Sent(add(1), WriteOutcome.REFUSED, null));
    }

    @Test
    void actionsOfDifferentTypesAndEventsKeepTheirOrder() {
        assertThat(ConcurrentSlotActionExecutor.alike(List.of(add(0), add(1), drop(0), add(2), event(0), event(1))))
                .containsExactly(
                        List.of(add(0), add(1)),
                        List.of(drop(0)),
                        List.of(add(2)),
                        List.of(event(0)),
                        List.of(event(1)));
    }

    /** People read how a job ended once its Scheduling has completed, so that status comes last. */
    @Test
    void statusesOfTestbedsAndJobsAreWrittenTogetherAndThoseOfSchedulingsAfterwards() {
        SlotAction testbed = new WriteTestbedStatus(
                new Testbed(
                        ReconcilerFixture.metadata("a", "tb"),
                        new TestbedSpec(
                                1, "lab/index", ReconcilerFixture.SLOT, FreeSlotHoldingMode.PODS, null, List.of()),
                        null,
                        TestbedStatus.NONE),
                TestbedStatus.NONE);
        SlotAction job = new WriteJobStatus(
                new BatchJob(
                        ReconcilerFixture.metadata("a", "pi"),
                        new BatchJobSpec("job", FailurePolicy.FAIL, null, Map.of()),
                        null,
                        BatchJobStatus.NONE),
                BatchJobStatus.NONE);
        SlotAction scheduling = new WriteSchedulingStatus(
                new Scheduling(
                        ReconcilerFixture.metadata("a", "s"),
                        new SchedulingSpec(new ObjectKey("a", "tb"), new RequestedJobs.Queue(List.of())),
                        null,
                        SchedulingStatus.NONE),
                SchedulingStatus.NONE);
        assertThat(ConcurrentSlotActionExecutor.alike(List.of(testbed, job, job, scheduling)))
                .containsExactly(List.of(testbed, job, job), List.of(scheduling));
    }

    @Test
    void nothingIsDoneWithoutActions() {
        assertThat(writes.carryOut(List.of(), action -> WriteOutcome.DONE)).isEmpty();
    }
}
