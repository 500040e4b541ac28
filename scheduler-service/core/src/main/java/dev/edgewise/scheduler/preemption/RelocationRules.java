package dev.edgewise.scheduler.preemption;

/**
 * How room is made for pods with delay needs that no node has room for, by moving one other pod.
 *
 * @param equalPriority whether pods of the same priority may have to move, not only those of a lower one
 * @param perMinute how many pods are moved at most, 0 for none
 */
public record RelocationRules(boolean equalPriority, int perMinute) {
    public static final RelocationRules NONE = new RelocationRules(false, 0);
}
