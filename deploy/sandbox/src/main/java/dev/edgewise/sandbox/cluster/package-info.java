/** What both sides of the simulated cluster need, and how its objects look to the report. */
@NullMarked
package dev.edgewise.sandbox.cluster;

import org.jspecify.annotations.NullMarked;
