/** Batch slots: schedulers outside the cluster decide which job runs in which slot, and Edgewise runs exactly that. */
@NullMarked
package dev.edgewise.scheduler.slots;

import org.jspecify.annotations.NullMarked;
