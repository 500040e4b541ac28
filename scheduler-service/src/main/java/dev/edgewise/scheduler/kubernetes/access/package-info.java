/** What the service may do on the cluster, checked before it begins. */
@NullMarked
package dev.edgewise.scheduler.kubernetes.access;

import org.jspecify.annotations.NullMarked;
