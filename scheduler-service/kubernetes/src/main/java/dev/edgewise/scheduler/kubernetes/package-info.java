/** How the scheduler acts on a Kubernetes cluster: bindings, evictions, events, conditions. */
@NullMarked
package dev.edgewise.scheduler.kubernetes;

import org.jspecify.annotations.NullMarked;
