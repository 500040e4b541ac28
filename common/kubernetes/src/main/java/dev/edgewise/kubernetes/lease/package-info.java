/** Leader election among the replicas of a service by a Lease that the leader renews. */
@NullMarked
package dev.edgewise.kubernetes.lease;

import org.jspecify.annotations.NullMarked;
