/** Which services of the suite are installed, and how they are. */
@NullMarked
package dev.edgewise.scheduler.suite;

import org.jspecify.annotations.NullMarked;
