/** The Kubernetes API, as the monitor uses it: watches of nodes, pods and Warning events. */
@NullMarked
package dev.edgewise.rewards.kubernetes;

import org.jspecify.annotations.NullMarked;
