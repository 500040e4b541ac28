/** Which nodes there are, at which sites, and how far they are from each other. Pure. */
@NullMarked
package dev.edgewise.sandbox.topology;

import org.jspecify.annotations.NullMarked;
