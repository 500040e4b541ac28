/** Builders and scenarios that the tests of the scheduler are written with. */
@NullMarked
package dev.edgewise.scheduler.testing;

import org.jspecify.annotations.NullMarked;
