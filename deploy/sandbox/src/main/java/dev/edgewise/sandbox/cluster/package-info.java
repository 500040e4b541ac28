/** Code that both sides of the simulated cluster need, and the view of its objects for the report. */
@NullMarked
package dev.edgewise.sandbox.cluster;

import org.jspecify.annotations.NullMarked;
