/** Deletes what global requests made in this cluster, where the management cluster does not renew it any more. */
@NullMarked
package dev.edgewise.scheduler.kubernetes.fence;

import org.jspecify.annotations.NullMarked;
