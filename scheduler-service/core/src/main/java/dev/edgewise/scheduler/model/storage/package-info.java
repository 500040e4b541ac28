/** What the decision core knows of persistent volumes. */
@NullMarked
package dev.edgewise.scheduler.model.storage;

import org.jspecify.annotations.NullMarked;
