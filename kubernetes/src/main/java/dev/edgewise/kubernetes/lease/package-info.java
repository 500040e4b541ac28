/** Who of several replicas leads: a Lease of the API server that the leader keeps renewing. */
@NullMarked
package dev.edgewise.kubernetes.lease;

import org.jspecify.annotations.NullMarked;
