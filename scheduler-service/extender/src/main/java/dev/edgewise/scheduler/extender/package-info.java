/** The scheduler extender's webhooks, by which a kube-scheduler asks what this service knows of nodes; its settings. */
@NullMarked
package dev.edgewise.scheduler.extender;

import org.jspecify.annotations.NullMarked;
