/** Batch slots in Kubernetes: the kinds that people write, the ledger, and the leader that carries out decisions. */
@NullMarked
package dev.edgewise.scheduler.slots.kubernetes;

import org.jspecify.annotations.NullMarked;
