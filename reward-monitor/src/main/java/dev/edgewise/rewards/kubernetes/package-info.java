/** The adapter of the Kubernetes API: watches of nodes, pods and Warning events. */
@NullMarked
package dev.edgewise.rewards.kubernetes;

import org.jspecify.annotations.NullMarked;
