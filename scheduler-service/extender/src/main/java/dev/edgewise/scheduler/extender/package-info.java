/** Lets a kube-scheduler ask what this service knows of nodes: the scheduler extender's webhooks. */
@NullMarked
package dev.edgewise.scheduler.extender;

import org.jspecify.annotations.NullMarked;
