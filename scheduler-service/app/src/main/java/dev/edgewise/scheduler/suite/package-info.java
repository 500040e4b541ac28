/** Lists the installed services of the suite with their health. */
@NullMarked
package dev.edgewise.scheduler.suite;

import org.jspecify.annotations.NullMarked;
