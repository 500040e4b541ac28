/** What the service may do in the cluster, checked at its start, and the reviews of its callers' tokens. */
@NullMarked
package dev.edgewise.kubernetes.access;

import org.jspecify.annotations.NullMarked;
