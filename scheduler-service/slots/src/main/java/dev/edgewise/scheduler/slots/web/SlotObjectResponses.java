package dev.edgewise.scheduler.slots.web;

/** Makes the JSON record of an object, as the calls for single objects answer it. */
public interface SlotObjectResponses {
    /** @param object a {@code Testbed}, {@code BatchJob} or {@code Scheduling} */
    Object of(Object object);
}
