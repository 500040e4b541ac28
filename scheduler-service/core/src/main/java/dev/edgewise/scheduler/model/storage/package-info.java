/** Persistent volumes as the decision core knows them. */
@NullMarked
package dev.edgewise.scheduler.model.storage;

import org.jspecify.annotations.NullMarked;
