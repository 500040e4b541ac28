/** Gives a pod its volumes, between the decision where it runs and its binding. */
@NullMarked
package dev.edgewise.scheduler.binding.volumes;

import org.jspecify.annotations.NullMarked;
