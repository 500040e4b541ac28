package dev.edgewise.scheduler.slots.application;

/**
 * The fields that all pods in slots have.
 *
 * @param schedulerName name of the scheduler, which must be Edgewise's or a kube-scheduler with its extender
 * @param priorityClass name of a PriorityClass above that of the pods that hold free slots
 */
public record SlotPodSettings(String schedulerName, String priorityClass) {}
