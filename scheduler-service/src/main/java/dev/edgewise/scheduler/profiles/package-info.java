/** The pipelines that exist out of the box. */
@NullMarked
package dev.edgewise.scheduler.profiles;

import org.jspecify.annotations.NullMarked;
