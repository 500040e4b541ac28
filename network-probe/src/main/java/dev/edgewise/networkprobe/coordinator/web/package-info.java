/** What agents, and those who wait for a pair, call of the coordinator by REST. */
@NullMarked
package dev.edgewise.networkprobe.coordinator.web;

import org.jspecify.annotations.NullMarked;
