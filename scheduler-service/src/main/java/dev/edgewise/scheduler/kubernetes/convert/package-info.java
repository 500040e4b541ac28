/** Turns the objects of the Kubernetes API into the records of the decision core. Pure functions. */
@NullMarked
package dev.edgewise.scheduler.kubernetes.convert;

import org.jspecify.annotations.NullMarked;
