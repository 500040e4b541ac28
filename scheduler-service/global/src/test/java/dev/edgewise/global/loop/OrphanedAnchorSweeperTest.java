package dev.edgewise.global.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.member.OrphanedAnchor;
import dev.edgewise.global.member.OrphanedAnchorCleaner;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.policy.Bid;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Anchors that a paused worker has made after their attempt or their request was over. */
class OrphanedAnchorSweeperTest {
    private static final RequestKey KEY = new RequestKey("shop", "a");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<OrphanedAnchor> found = new ArrayList<>();
    private final Set<String> unanswered = new HashSet<>();
    private final List<String> deleted = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private @Nullable GlobalRequest request;
    private int reads;
    private boolean isBusy;
    private boolean isMine = true;
    private String refusal = "";
    private Duration deletionTakes = Duration.ZERO;
    private long nanos;
    private final OrphanedAnchorSweeper sweeper = new OrphanedAnchorSweeper(
            new Anchors(),
            new Members(),
            this::stored,
            () -> true,
            uid -> isMine,
            new OrphanedAnchorProperties(Duration.ofSeconds(30), Duration.ofMinutes(10)),
            new OrphanedAnchorMetrics(meters),
            () -> nanos);

    private @Nullable GlobalRequest stored(RequestKey key) {
        reads++;
        if (isBusy) {
            throw new BusyException("The API server does not answer", Duration.ofSeconds(5));
        }
        return key.equals(KEY) ? request : null;
    }

    private final class Anchors implements OrphanedAnchorCleaner {
        @Override
        public Found find() {
            return new Found(found, unanswered);
        }

        @Override
        public String delete(OrphanedAnchor anchor, String account) {
            deleted.add("anchor " + anchor.uid() + " as " + account);
            nanos += deletionTakes.toNanos();
            return refusal;
        }
    }

    private final class Members implements MemberClusters {
        @Override
        public boolean areAsked(Collection<String> clusters) {
            return true;
        }

        @Override
        public Map<String, Member> members() {
            return Map.of();
        }

        @Override
        public Map<String, Member> members(Collection<String> names) {
            return Map.of();
        }

        @Override
        public List<Bid> bids(GlobalRequest of, Collection<String> clusters, Duration within) {
            throw new AssertionError();
        }

        @Override
        public AttemptObservation apply(GlobalRequest of, Attempt attempt) {
            throw new AssertionError();
        }

        @Override
        public AttemptObservation observe(GlobalRequest of, Attempt attempt) {
            throw new AssertionError();
        }

        @Override
        public AttemptObservation release(GlobalRequest of, Attempt attempt) {
            throw new AssertionError();
        }

        @Override
        public AttemptObservation delete(GlobalRequest of, Attempt attempt) {
            deleted.add("attempt " + attempt.number());
            return new AttemptObservation(TestRequests.START, true, "uid-c1", false, false, 0, 0, 0, null, "");
        }
    }

    /** Ten minutes, as the management cluster may have been restored from a backup in which the request is missing. */
    @Test
    void anAnchorWhoseRequestIsGoneIsDeletedAfterTenMinutesAsItsAccount() {
        found.add(orphan());
        minutes(10);
        assertThat(deleted).isEmpty();

        minutes(1);

        assertThat(deleted).containsExactly("anchor cm-1 as edgewise-tenant");
    }

    /** The uid counts, not the name. */
    @Test
    void anAnchorOfAFormerRequestOfTheNameIsDeleted() {
        found.add(orphan());
        request = TestRequests.of("b", "[c1]").request();
        minutes(11);

        assertThat(deleted).containsExactly("anchor cm-1 as edgewise-tenant");
    }

    @Test
    void anAnchorWhoseAttemptIsOverIsDeletedWhenItIsSeenAgain() {
        for (AttemptPhase over : List.of(AttemptPhase.CLEANED, AttemptPhase.FORGOTTEN)) {
            deleted.clear();
            found.clear();
            sweeper.step();
            found.add(orphan());
            request = request(over);
            sweeper.step();
            assertThat(deleted).isEmpty();

            sweeper.step();

            assertThat(deleted).containsExactly("attempt 1");
        }
    }

    /** The record of the request was restored: its attempt is not known, and may run. */
    @Test
    void anAnchorOfAnAttemptThatIsNotInTheRecordIsDeletedAfterTenMinutes() {
        found.add(orphan());
        request = TestRequests.of("a", "[c1]").request();
        minutes(10);
        assertThat(deleted).isEmpty();

        minutes(1);

        assertThat(deleted).containsExactly("anchor cm-1 as edgewise-tenant");
    }

    /** The memory of this replica may be old: the API server has the last word. */
    @Test
    void anAnchorWhoseAttemptIsUnderWayIsKept() {
        for (AttemptPhase phase :
                List.of(AttemptPhase.TRYING, AttemptPhase.READY, AttemptPhase.CLEANING, AttemptPhase.ABANDONED)) {
            found.clear();
            found.add(orphan());
            request = request(phase);
            minutes(30);

            assertThat(deleted).isEmpty();
        }
    }

    @Test
    void nothingIsDeletedWhileTheApiServerDoesNotAnswer() {
        found.add(orphan());
        isBusy = true;
        minutes(30);
        assertThat(deleted).isEmpty();

        isBusy = false;
        minutes(1);

        assertThat(deleted).hasSize(1);
    }

    @Test
    void anotherReplicaDeletesWhatIsItsOwn() {
        found.add(orphan());
        isMine = false;
        minutes(30);

        assertThat(deleted).isEmpty();
        assertThat(meters.get("edgewise.global.leftovers").gauge().value()).isZero();
    }

    /** 30 minutes: at 10, 20 and 30, counted from the first sight. */
    @Test
    void aRefusedDeletionIsTriedAgainEachTenMinutes() {
        found.add(orphan());
        refusal = "403 forbidden";
        minutes(31);

        assertThat(deleted).hasSize(3);
        assertThat(meters.get("edgewise.global.leftovers.deletions")
                        .tag("outcome", "refused")
                        .counter()
                        .count())
                .isEqualTo(3);
        assertThat(meters.get("edgewise.global.leftovers").gauge().value()).isEqualTo(1);
    }

    @Test
    void theTimeBeginsAgainIfItIsNotSeenMeanwhile() {
        found.add(orphan());
        minutes(8);
        found.clear();
        minutes(1);
        found.add(orphan());
        minutes(8);

        assertThat(deleted).isEmpty();
    }

    /** A member that is late once has not shown that it is gone: eight minutes, one late, and one more are ten. */
    @Test
    void theTimeGoesOnWhileTheMemberDoesNotAnswer() {
        found.add(orphan());
        minutes(8);
        found.clear();
        unanswered.add("c1");
        minutes(1);
        unanswered.clear();
        found.add(orphan());
        minutes(2);

        assertThat(deleted).containsExactly("anchor cm-1 as edgewise-tenant");
    }

    @Test
    void anOrphanOfAMemberThatDoesNotAnswerAnotherStepIsForgottenWithItsReplica() {
        found.add(orphan());
        minutes(1);
        found.clear();
        unanswered.add("c1");
        minutes(1);
        assertThat(meters.get("edgewise.global.leftovers").gauge().value()).isEqualTo(1);

        isMine = false;
        minutes(1);

        assertThat(meters.get("edgewise.global.leftovers").gauge().value()).isZero();
    }

    /** 100 orphans: one read of each at the second sight, one each when they are ten minutes old. */
    @Test
    void anOrphanOfAnUnknownRequestCostsTwoReads() {
        for (int i = 0; i < 100; i++) {
            found.add(orphan("shop", "cm-" + i));
        }
        minutes(10);
        assertThat(reads).isEqualTo(100);

        minutes(1);

        assertThat(reads).isEqualTo(200);
        assertThat(deleted).hasSize(100);
    }

    /**
     * Each deletion takes 15 s and a step ends after 20 s: two deletions. The second is of the other namespace, though
     * 50 are before it.
     */
    @Test
    void manyOrphansOfOneNamespaceDelayThoseBesideThemOnly() {
        for (int i = 0; i < 50; i++) {
            found.add(orphan("shop", "cm-" + i));
        }
        found.add(orphan("web", "late"));
        minutes(10);
        deletionTakes = Duration.ofSeconds(15);

        minutes(1);

        assertThat(deleted).containsExactly("anchor cm-0 as edgewise-tenant", "anchor late as edgewise-tenant");
    }

    /** A read that is not answered takes seconds: one a step shows that the API server does not answer. */
    @Test
    void aStepEndsWithTheFirstReadThatIsNotAnswered() {
        found.add(orphan("shop", "cm-1"));
        found.add(orphan("shop", "cm-2"));
        isBusy = true;

        minutes(3);

        assertThat(reads).isEqualTo(2);
    }

    private void minutes(int count) {
        for (int i = 0; i < count; i++) {
            sweeper.step();
            nanos += MINUTE.toNanos();
        }
    }

    private static OrphanedAnchor orphan() {
        return orphan("shop", "cm-1");
    }

    private static OrphanedAnchor orphan(String namespace, String uid) {
        return new OrphanedAnchor("c1", "uid-c1", namespace, uid, "edgewise-tenant", KEY, "uid-a", 1);
    }

    private static GlobalRequest request(AttemptPhase phase) {
        Attempt attempt = new Attempt(
                1, 0, 0, "c1", "uid-c1", phase, TestRequests.START, TestRequests.START, TestRequests.START, "");
        RequestStatus status = new RequestStatus(RequestPhase.SCHEDULING, 1, 0, List.of(attempt), null, null, null, "");
        return TestRequests.of("a", "[c1]").with(status).request();
    }
}
