package dev.edgewise.scheduler.slots.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.RequestedJobs.JobSlots;
import dev.edgewise.scheduler.slots.model.RequestedJobs.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class JobSlotAssignmentPlannerTest {
    private static final RequestedJobs.Queue LONG = queue(2, 1, 2, 1, 3, 3, 3, 4, 4);

    @Test
    void theLongQueueOnFourSlots() {
        assertThat(next(LONG, Set.of(1, 2, 3, 4), Set.of(0, 1, 2, 3)))
                .containsExactly(assigned(2, 0, 2), assigned(1, 1, 3));
        // Job 2 has ended: its two slots are too few for job 3, and nothing overtakes it.
        assertThat(next(LONG, Set.of(3, 4), Set.of(0, 2))).isEmpty();
        assertThat(next(LONG, Set.of(3, 4), Set.of(0, 1, 2, 3))).containsExactly(assigned(3, 0, 1, 2));
        assertThat(next(LONG, Set.of(4), Set.of(3))).isEmpty();
        assertThat(next(LONG, Set.of(4), Set.of(0, 3))).containsExactly(assigned(4, 0, 3));
        assertThat(next(LONG, Set.of(4), Set.of(0, 1, 2, 3))).containsExactly(assigned(4, 0, 1));
    }

    @Test
    void aJobWithEntriesBehindTheLastSlotGetsSlotsOnlyWhileNothingRuns() {
        RequestedJobs.Queue apart = queue(2, 1, 2);
        assertThat(next(apart, Set.of(1, 2), Set.of(0, 1))).isEmpty();
        assertThat(JobSlotAssignmentPlanner.next(apart, keys(Set.of(1, 2)), Set.of(0, 1), true))
                .containsExactly(assigned(2, 0, 1));
        assertThat(JobSlotAssignmentPlanner.next(apart, keys(Set.of(1, 2)), Set.of(0), true))
                .isEmpty();
    }

    @Test
    void strictJobsWaitForAllBeforeThem() {
        RequestedJobs strict = slots(Mode.STRICT, at(1, 0, 1), at(2, 0), at(3, 3));
        assertThat(next(strict, Set.of(1, 2, 3), Set.of(0, 1, 2, 3))).containsExactly(assigned(1, 0, 1));
        assertThat(next(strict, Set.of(1, 2, 3), Set.of(0, 3))).isEmpty();
        assertThat(next(strict, Set.of(2, 3), Set.of(0, 2, 3))).containsExactly(assigned(2, 0), assigned(3, 3));
        assertThat(next(slots(Mode.STRICT, at(1, 0), at(2, 1)), Set.of(1, 2), Set.of(0)))
                .containsExactly(assigned(1, 0));
    }

    @Test
    void relaxedJobsOvertakeThoseWhoseSlotsAreInUse() {
        RequestedJobs relaxed = slots(Mode.RELAXED, at(1, 0, 1), at(2, 0), at(3, 3));
        assertThat(next(relaxed, Set.of(1, 2, 3), Set.of(0, 1, 2, 3)))
                .containsExactly(assigned(1, 0, 1), assigned(3, 3));
        assertThat(next(relaxed, Set.of(1, 2, 3), Set.of(0, 3))).containsExactly(assigned(2, 0), assigned(3, 3));
    }

    /** Each slot goes to one job, each job gets all or nothing, and jobs start in the order of their first entry. */
    @Property(seed = "7", tries = 500)
    void aQueueIsMappedInOrderWithoutOverlap(
            @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 5) Integer> entries,
            @ForAll @Size(max = 8) Set<@IntRange(max = 15) Integer> free) {
        RequestedJobs.Queue queue = queue(entries.toArray(new Integer[0]));
        List<JobSlotAssignment> assignments = JobSlotAssignmentPlanner.next(queue, queue.distinct(), free, false);

        List<Integer> used = new ArrayList<>();
        List<Integer> lowest = List.copyOf(new TreeSet<>(free));
        for (JobSlotAssignment assignment : assignments) {
            used.addAll(assignment.positions());
            assertThat(assignment.positions()).hasSize(queue.replication(assignment.job()));
            for (int i = 0; i < entries.size(); i++) {
                if (key(entries.get(i)).equals(assignment.job())) {
                    assertThat(assignment.positions()).contains(lowest.get(i));
                }
            }
        }
        assertThat(used).doesNotHaveDuplicates().isSubsetOf(free);
        List<ObjectKey> order = List.copyOf(queue.distinct());
        assertThat(assignments.stream().map(JobSlotAssignment::job))
                .containsExactlyElementsOf(order.subList(0, assignments.size()));
    }

    /** A head that fits on all slots is started when all are free: no queue waits for ever. */
    @Property(seed = "8", tries = 500)
    void aQueueOnAnIdleTestbedAlwaysStartsAJob(
            @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 5) Integer> entries) {
        RequestedJobs.Queue queue = queue(entries.toArray(new Integer[0]));
        int replication = queue.replication(key(entries.get(0)));
        Set<Integer> free = new HashSet<>();
        for (int position = 0; position < replication; position++) {
            free.add(position);
        }
        assertThat(JobSlotAssignmentPlanner.next(queue, queue.distinct(), free, true))
                .isNotEmpty();
    }

    private static List<JobSlotAssignment> next(RequestedJobs jobs, Set<Integer> waiting, Set<Integer> free) {
        return JobSlotAssignmentPlanner.next(jobs, keys(waiting), free, false);
    }

    private static RequestedJobs.Queue queue(Integer... jobs) {
        return new RequestedJobs.Queue(
                Stream.of(jobs).map(JobSlotAssignmentPlannerTest::key).toList());
    }

    private static RequestedJobs slots(Mode mode, JobSlots... jobs) {
        return new RequestedJobs.Slots(mode, List.of(jobs));
    }

    private static JobSlots at(int job, Integer... positions) {
        return new JobSlots(key(job), Arrays.asList(positions));
    }

    private static JobSlotAssignment assigned(int job, Integer... positions) {
        return new JobSlotAssignment(key(job), Arrays.asList(positions));
    }

    private static Set<ObjectKey> keys(Set<Integer> jobs) {
        Set<ObjectKey> keys = new HashSet<>();
        jobs.forEach(job -> keys.add(key(job)));
        return keys;
    }

    private static ObjectKey key(int job) {
        return new ObjectKey("lab", "job-" + job);
    }
}
