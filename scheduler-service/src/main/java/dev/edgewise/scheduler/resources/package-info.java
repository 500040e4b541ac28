/** Room on nodes: whether a pod fits, and how well. */
@NullMarked
package dev.edgewise.scheduler.resources;

import org.jspecify.annotations.NullMarked;
