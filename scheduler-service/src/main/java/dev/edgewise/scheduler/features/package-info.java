/** Features that nodes declare and pods need. */
@NullMarked
package dev.edgewise.scheduler.features;

import org.jspecify.annotations.NullMarked;
