/** Writes to the API server which volumes were decided for a pod's claims. */
@NullMarked
package dev.edgewise.scheduler.kubernetes.volumes;

import org.jspecify.annotations.NullMarked;
