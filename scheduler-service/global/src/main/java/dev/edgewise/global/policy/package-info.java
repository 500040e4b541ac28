/** Policies: the order in which the clusters of a level are tried, and why. Plain Java. */
@NullMarked
package dev.edgewise.global.policy;

import org.jspecify.annotations.NullMarked;
