/**
 * Moves of workloads with one replica: the replacement runs before the pod goes. What is under way is recorded outside
 * of this process. Pure.
 */
@NullMarked
package dev.edgewise.offloader.surge;

import org.jspecify.annotations.NullMarked;
