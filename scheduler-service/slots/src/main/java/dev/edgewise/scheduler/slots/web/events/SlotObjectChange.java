package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.view.SlotObjectListener.Action;

/**
 * A change of an object, as it is kept for those who follow.
 *
 * @param number of the change since this replica started, from 1
 * @param object a {@code Testbed}, {@code BatchJob} or {@code Scheduling}
 */
record SlotObjectChange(long number, Action action, ObjectKind kind, ObjectKey key, Object object) {}
