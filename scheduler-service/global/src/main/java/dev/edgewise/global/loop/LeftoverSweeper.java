package dev.edgewise.global.loop;

import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.replica.LiveReplicas;
import dev.edgewise.global.view.LeftoverFinder;
import dev.edgewise.global.view.Leftovers.Leftover;
import dev.edgewise.global.view.RequestStore;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the anchors of attempts that are cleaned: a worker that was paused or killed may have made one late. Anchors of requests that are not known here are only
 * shown: they may be of another management cluster, or of one whose state was restored.
 */
final class LeftoverSweeper {
    private static final Logger LOG = LoggerFactory.getLogger(LeftoverSweeper.class);

    private final LeftoverFinder finder;
    private final RequestStore store;
    private final MemberClusters members;
    private final LiveReplicas replicas;
    /** The leftovers of the last look: one that is seen twice was not under way. */
    private Set<Leftover> before = Set.of();

    LeftoverSweeper(LeftoverFinder finder, RequestStore store, MemberClusters members, LiveReplicas replicas) {
        this.finder = finder;
        this.store = store;
        this.members = members;
        this.replicas = replicas;
    }

    void step() {
        if (!store.isSynced() || !replicas.isLive()) {
            return;
        }
        Set<Leftover> now = new HashSet<>(finder.find().objects());
        now.stream().filter(before::contains).forEach(this::delete);
        before = now;
    }

    private void delete(Leftover leftover) {
        for (GlobalRequest request : store.requests()) {
            if (request.uid().equals(leftover.requestUid()) && replicas.isMine(request.uid())) {
                for (Attempt attempt : request.status().attempts()) {
                    boolean isIt = Integer.toString(attempt.number()).equals(leftover.attempt())
                            && attempt.cluster().equals(leftover.cluster())
                            && attempt.phase() == AttemptPhase.CLEANED;
                    if (isIt) {
                        LOG.warn(
                                "An anchor was made after its attempt was cleaned, and is deleted; request={} cluster={} attempt={}",
                                request.key(),
                                leftover.cluster(),
                                leftover.attempt());
                        members.delete(request, attempt);
                    }
                }
            }
        }
    }
}
