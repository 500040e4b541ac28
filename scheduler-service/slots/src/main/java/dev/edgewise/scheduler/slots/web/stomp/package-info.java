/**
 * Changes of testbeds, batch jobs and Schedulings by STOMP over a WebSocket at {@code /scheduler}, as clients of the
 * prototype follow them.
 */
@NullMarked
package dev.edgewise.scheduler.slots.web.stomp;

import org.jspecify.annotations.NullMarked;
