package dev.edgewise.scheduler.binding.volumes;

import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;

/** Runs several steps before the binding, in order, and undoes them in the reverse order. */
public final class PreBindSteps implements PreBind {
    private final List<PreBind> steps;

    public PreBindSteps(List<PreBind> steps) {
        this.steps = List.copyOf(steps);
    }

    @Override
    public void reserve(Pod assigned) {
        steps.forEach(step -> step.reserve(assigned));
    }

    @Override
    public boolean willWait(Pod assigned) {
        return steps.stream().anyMatch(step -> step.willWait(assigned));
    }

    @Override
    public void prepare(Pod assigned, Snapshot snapshot) throws BindException {
        for (PreBind step : steps) {
            step.prepare(assigned, snapshot);
        }
    }

    @Override
    public void unreserve(Pod assigned) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            steps.get(i).unreserve(assigned);
        }
    }

    @Override
    public void bound(Pod assigned) {
        steps.forEach(step -> step.bound(assigned));
    }
}
