/** The JSON of kube-scheduler's extender protocol: reads requests, and writes answers. */
@NullMarked
package dev.edgewise.scheduler.extender.wire;

import org.jspecify.annotations.NullMarked;
