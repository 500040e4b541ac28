package dev.edgewise.global.remote;

import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.ClusterDelays;
import dev.edgewise.global.cluster.FreeShare;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.cluster.PodRefusalExplainer;
import dev.edgewise.global.cluster.PodSetFitCounter;
import dev.edgewise.global.cluster.PromisedCapacity;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.policy.Bid;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the bids of clusters for one request from what is known of them at its deadline. */
final class BidBuilder {
    private static final String COMPUTED = "counted from its nodes and pods";

    private final GlobalRequest request;
    private final PreparedRequestManifests prepared;
    private final ResolvedDelaySource source;
    private final ClusterDelays delays;
    private final ResponseTimeInputReader calls;
    private final PromisedCapacity promised;
    private final MemberLimits limits;
    private final Clock clock;

    BidBuilder(
            GlobalRequest request,
            PreparedRequestManifests prepared,
            ResolvedDelaySource source,
            ClusterDelays delays,
            ResponseTimeInputReader calls,
            PromisedCapacity promised,
            MemberLimits limits,
            Clock clock) {
        this.request = request;
        this.prepared = prepared;
        this.source = source;
        this.delays = delays;
        this.calls = calls;
        this.promised = promised;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * @param whatIf the answer of its scheduler-service; null if there is none before the deadline, or it is not asked
     */
    Bid bid(PendingClusterBid question, boolean isAlive, WhatIfClient.@Nullable Answer whatIf, Duration within) {
        MemberHandle handle = question.handle();
        if (handle == null || !question.refusal().isEmpty()) {
            return refused(question.cluster(), question.refusal());
        }
        Member member = handle.member();
        if (!isAlive || !member.reachable()) {
            String unanswered = "no answer within " + within.toMillis() + " ms";
            return refused(member.name(), member.problem().isEmpty() ? unanswered : member.problem());
        }
        if (!source.problem().isEmpty() && request.spec().policy().type() != PolicyType.ADAPTIVE) {
            return refused(member.name(), source.problem());
        }
        Instant now = clock.instant();
        MemberCapacity.Known known = handle.capacity().known();
        boolean isValid = known.isWithin(limits.capacityValid(), now);
        if (whatIf != null && whatIf.isGiven()) {
            return answered(member, isValid ? known : MemberCapacity.Known.NOTHING, whatIf, now);
        }
        if (!isValid) {
            return refused(member.name(), unknown(known));
        }
        return counted(member, known, basis(question, known, whatIf, now), now);
    }

    private Bid answered(Member member, MemberCapacity.Known known, WhatIfClient.Answer answer, Instant now) {
        CapacityReader.Reading reading = known.reading();
        ClusterCapacity rest = reading == null ? null : rest(member, known, now);
        return bid(member, answer.sets(), rest, now, answer.refusal(), "what-if of its scheduler-service");
    }

    private Bid counted(Member member, MemberCapacity.Known known, String basis, Instant now) {
        ClusterCapacity rest = rest(member, known, now);
        int fits = PodSetFitCounter.sets(rest, prepared.shapes());
        String refusal = fits > 0 ? "" : PodRefusalExplainer.text(rest, prepared.shapes());
        return bid(member, fits, rest, Objects.requireNonNull(known.at()), refusal, basis);
    }

    private ClusterCapacity rest(Member member, MemberCapacity.Known known, Instant now) {
        CapacityReader.Reading reading = Objects.requireNonNull(known.reading());
        Instant at = Objects.requireNonNull(known.at());
        return promised.deduct(member.name(), reading.capacity(), at, reading.counted(), now);
    }

    private Bid bid(Member member, int fits, @Nullable ClusterCapacity rest, Instant at, String refusal, String basis) {
        return new Bid(
                member.name(),
                fits,
                rest == null
                        ? Double.NaN
                        : FreeShare.share(rest, request.spec().policy().resource(), prepared.shapes()),
                delays.toMember(request.spec().policy(), source.node(), member),
                member.cost(),
                member.energyPercent(),
                at,
                refusal,
                limits.capacityValid(),
                basis,
                calls.of(member.name(), rest));
    }

    private String basis(
            PendingClusterBid question, MemberCapacity.Known known, WhatIfClient.@Nullable Answer whatIf, Instant now) {
        String basis = COMPUTED;
        if (!known.isWithin(limits.bidAge(), now)) {
            basis += known.problem().isEmpty()
                    ? ", which are not read again yet"
                    : ", which cannot be read again: " + known.problem();
        }
        if (question.whatIf() == null) {
            return basis;
        }
        String failure = whatIf == null ? "does not answer before the deadline" : whatIf.failure();
        return basis + ", as its scheduler-service " + failure;
    }

    private static String unknown(MemberCapacity.Known known) {
        if (!known.problem().isEmpty()) {
            return "capacity unknown: " + known.problem();
        }
        return known.at() == null
                ? "capacity unknown: its nodes and pods are not read yet"
                : "capacity unknown: it was read at " + known.at() + ", and not again since";
    }

    private Bid refused(String name, String why) {
        return new Bid(name, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, clock.instant(), why);
    }
}
