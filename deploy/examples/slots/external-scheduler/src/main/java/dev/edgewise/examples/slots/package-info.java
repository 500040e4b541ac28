/** The example of a scheduler outside the cluster: two loops around what it learns. */
@NullMarked
package dev.edgewise.examples.slots;

import org.jspecify.annotations.NullMarked;
