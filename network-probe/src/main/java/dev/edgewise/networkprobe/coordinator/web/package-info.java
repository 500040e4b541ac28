/** REST endpoints of the coordinator, for agents and for callers that wait for a pair. */
@NullMarked
package dev.edgewise.networkprobe.coordinator.web;

import org.jspecify.annotations.NullMarked;
