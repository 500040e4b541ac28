/** What the decision core knows of Kubernetes: immutable records, free of any client library. */
@NullMarked
package dev.edgewise.scheduler.model;

import org.jspecify.annotations.NullMarked;
