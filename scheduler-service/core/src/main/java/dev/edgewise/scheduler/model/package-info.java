/** Kubernetes objects as the decision core knows them: immutable records, free of any client library. */
@NullMarked
package dev.edgewise.scheduler.model;

import org.jspecify.annotations.NullMarked;
