/** Checks every placement against the delay matrix, independently of the scheduler, and prints it. Pure. */
@NullMarked
package dev.edgewise.sandbox.report;

import org.jspecify.annotations.NullMarked;
