package dev.edgewise.global.decide;

import dev.edgewise.global.decide.ProtocolModel.Base;
import dev.edgewise.global.decide.ProtocolModel.Content;
import dev.edgewise.global.decide.ProtocolModel.Landed;
import dev.edgewise.global.decide.ProtocolModel.Objects;
import dev.edgewise.global.decide.ProtocolModel.Place;
import dev.edgewise.global.decide.ProtocolModel.Step;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The end of each state once all is quiet: the workers of before are gone, one worker decides, all clusters answer, and
 * nothing is lost. With objects that become ready, and with objects that never do.
 */
final class ProtocolEnds {
    private static final int MOST_STEPS = 500;

    private final ProtocolModel model;
    private final Map<Boolean, Set<Base>> known = new HashMap<>();
    int leftovers;
    int stuck;

    ProtocolEnds(ProtocolModel model) {
        this.model = model;
        known.put(true, new HashSet<>());
        known.put(false, new HashSet<>());
    }

    void check(Base base) {
        end(base, true);
        end(base, false);
    }

    private void end(Base start, boolean becomesReady) {
        Base base = start;
        for (int i = 0; i < MOST_STEPS; i++) {
            if (!known.get(becomesReady).add(base)) {
                return;
            }
            Base next = next(base, becomesReady);
            if (next == null) {
                judge(base);
                return;
            }
            base = next;
        }
        stuck++;
    }

    private void judge(Base end) {
        // Objects must be gone without a search for leftovers; it only finds the empty anchors of killed workers.
        leftovers += isLeft(end, true) ? 1 : 0;
        Base swept = ProtocolModel.swept(end);
        for (Base next = swept; next != null; next = first(ProtocolModel.collections(next))) {
            swept = next;
        }
        leftovers += isLeft(swept, false) ? 1 : 0;
        stuck += ProtocolModel.hasEnded(end) ? 0 : 1;
    }

    private static boolean isLeft(Base end, boolean isOnlyObjects) {
        Set<Place> ready = new HashSet<>();
        for (Attempt attempt : end.stored().status().attempts()) {
            if (attempt.phase() == AttemptPhase.READY) {
                ready.add(ProtocolModel.place(attempt));
            }
        }
        for (Map.Entry<Place, Content> entry : end.contents().entrySet()) {
            boolean hasObjects = entry.getValue().objects() != Objects.NONE;
            if (!ready.contains(entry.getKey()) && (hasObjects || !isOnlyObjects)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Base next(Base base, boolean becomesReady) {
        Base collected = first(ProtocolModel.collections(base));
        if (collected != null) {
            return collected;
        }
        Base decided = acted(base, model.decideReachable(base));
        if (!decided.equals(base)) {
            return decided;
        }
        Base ready = becomesReady ? first(ProtocolModel.readiness(base)) : null;
        Base later = ready != null ? ready : first(model.times(base));
        return later != null ? later : first(model.fences(base));
    }

    private Base acted(Base base, List<Step> decided) {
        Base next = base;
        List<Step> steps = new ArrayList<>(decided);
        while (!steps.isEmpty()) {
            Landed landed = model.land(next, steps.remove(0));
            next = landed.base();
            if (landed.next() != null) {
                steps.add(0, landed.next());
            }
        }
        return next;
    }

    private static @Nullable Base first(List<Base> bases) {
        return bases.isEmpty() ? null : bases.get(0);
    }
}
