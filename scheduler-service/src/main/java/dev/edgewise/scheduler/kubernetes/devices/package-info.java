/** Writes to the API server which pods use the devices of a claim. */
@NullMarked
package dev.edgewise.scheduler.kubernetes.devices;

import org.jspecify.annotations.NullMarked;
