/** Container images that nodes already have. */
@NullMarked
package dev.edgewise.scheduler.images;

import org.jspecify.annotations.NullMarked;
