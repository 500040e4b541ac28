/** Changes of testbeds, batch jobs and Schedulings as server-sent events, with resume; and offers of free slots. */
@NullMarked
package dev.edgewise.scheduler.slots.web.events;

import org.jspecify.annotations.NullMarked;
