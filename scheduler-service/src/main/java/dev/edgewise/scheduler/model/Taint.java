package dev.edgewise.scheduler.model;

/** A mark on a node that keeps pods away unless they tolerate it. */
public record Taint(String key, String value, Effect effect) {
    /** What the taint does to pods that do not tolerate it. */
    public enum Effect {
        NO_SCHEDULE,
        PREFER_NO_SCHEDULE,
        NO_EXECUTE;

        /** Whether a pod that does not tolerate the taint must not be placed here. */
        public boolean excludes() {
            return this != PREFER_NO_SCHEDULE;
        }
    }
}
