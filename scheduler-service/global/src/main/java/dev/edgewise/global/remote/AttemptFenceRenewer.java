package dev.edgewise.global.remote;

import dev.edgewise.global.member.AttemptPhaseReader;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.OnUnreachable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Renews the fence of one attempt: the member deletes an anchor that is not renewed in time. One look may take longer
 * than the fence, so it renews again and again while it lasts. Serves one look.
 */
final class AttemptFenceRenewer {
    /** The part of the fence after which it is renewed within one look. */
    private static final int PART = 3;

    private final MemberHandle member;
    private final AttemptObjectClient objects;
    private final GlobalRequest request;
    private final Attempt attempt;
    private final AttemptPhaseReader confirmation;
    private final Duration fence;
    private final Clock clock;
    /** When it was renewed last; null if it is not renewed in this look. */
    private @Nullable Instant renewedAt;

    AttemptFenceRenewer(
            MemberHandle member,
            AttemptObjectClient objects,
            GlobalRequest request,
            Attempt attempt,
            AttemptPhaseReader confirmation,
            Duration fence,
            Clock clock) {
        this.member = member;
        this.objects = objects;
        this.request = request;
        this.attempt = attempt;
        this.confirmation = confirmation;
        this.fence = fence;
        this.clock = clock;
    }

    Duration duration() {
        return fence;
    }

    /**
     * Returns why the member would not delete what is not renewed; null if it would, or the request asks for no fence.
     */
    @Nullable
    String problem() throws MemberUnreachableException {
        return isAsked()
                ? MemberFenceValidator.problem(
                        objects.fenceLease(), member.name(), request.spec().targetNamespace(), clock.instant())
                : null;
    }

    /** Returns the moment at which an anchor expires that is made or renewed now; null for never. */
    @Nullable
    Instant begin() {
        Instant now = clock.instant();
        renewedAt = isAsked() ? now : null;
        return isAsked() ? now.plus(fence) : null;
    }

    /**
     * Renews the fence, if the record says by now that the attempt is still tried; an expiry that was not asked for is
     * removed.
     */
    void renew() throws MemberUnreachableException {
        Instant next = begin();
        if (confirmation.phase(request, attempt) == AttemptPhase.TRYING) {
            objects.expire(next);
        } else {
            renewedAt = null;
        }
    }

    /** Renews the fence again if a part of it has passed since this look renewed it. */
    void keep() throws MemberUnreachableException {
        Instant last = renewedAt;
        if (last == null || clock.instant().isBefore(last.plus(fence.dividedBy(PART)))) {
            return;
        }
        if (problem() == null) {
            renew();
        } else {
            renewedAt = null;
        }
    }

    private boolean isAsked() {
        return request.spec().onUnreachable() == OnUnreachable.FENCE;
    }
}
