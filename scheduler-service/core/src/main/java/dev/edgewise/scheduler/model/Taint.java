package dev.edgewise.scheduler.model;

import dev.edgewise.common.Names;

/** A mark on a node that keeps pods away unless they tolerate it. */
public record Taint(String key, String value, Effect effect) {
    /** Key of the taint of a node whose kubelet says that it is not ready. */
    public static final String NOT_READY = "node.kubernetes.io/not-ready";

    /** Key of the taint of a node whose kubelet says nothing any more. */
    public static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    /** Returns whether one of our pods that does not tolerate it must not be placed here. */
    public boolean excludes() {
        return effect.excludes() && !isForOthers();
    }

    /** Returns whether it keeps none but other schedulers away. */
    public boolean isForOthers() {
        return key.equals(Names.RESTARTING_TAINT);
    }

    /** The effect of the taint on pods that do not tolerate it. */
    public enum Effect {
        NO_SCHEDULE,
        PREFER_NO_SCHEDULE,
        NO_EXECUTE;

        /** Returns whether a pod that does not tolerate the taint must not be placed here. */
        public boolean excludes() {
            return this != PREFER_NO_SCHEDULE;
        }
    }
}
