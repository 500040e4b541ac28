package dev.edgewise.scheduler.preemption;

/**
 * The rules for moving one pod to make room for a pod with delay needs that fits no node.
 *
 * @param equalPriority whether pods of the same priority may have to move, not only those of a lower one
 * @param perMinute how many pods are moved at most, 0 for none
 */
public record RelocationRules(boolean equalPriority, int perMinute) {
    public static final RelocationRules NONE = new RelocationRules(false, 0);
}
