/** What the decision core knows of persistent volumes. */
@NullMarked
package dev.edgewise.scheduler.storage;

import org.jspecify.annotations.NullMarked;
