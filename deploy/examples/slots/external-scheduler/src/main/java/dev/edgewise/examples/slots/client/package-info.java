/**
 * A client of the public interface of slots: REST below {@code /external}, STOMP over a WebSocket at {@code
 * /scheduler}.
 */
@NullMarked
package dev.edgewise.examples.slots.client;

import org.jspecify.annotations.NullMarked;
