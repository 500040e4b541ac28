/**
 * Finds backups for all protected pods together that need less capacity than those that were chosen one after the
 * other.
 */
@NullMarked
package dev.edgewise.scheduler.optimizer;

import org.jspecify.annotations.NullMarked;
