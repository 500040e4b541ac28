/**
 * Experiments with the capacity that recovery costs and whether it suffices, on scheduler-service's own pipeline and
 * ledger.
 */
@NullMarked
package dev.edgewise.sandbox.evaluate.recovery;

import org.jspecify.annotations.NullMarked;
