/**
 * Tests that hold while processes, connections and servers die: the real service, as processes, on a real API server.
 */
@NullMarked
package dev.edgewise.scheduler.crash;

import org.jspecify.annotations.NullMarked;
