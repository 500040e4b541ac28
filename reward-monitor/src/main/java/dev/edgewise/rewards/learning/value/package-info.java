/** The value of a type on a node: from its own outcomes there, and from what other types and nodes suggest; pure. */
@NullMarked
package dev.edgewise.rewards.learning.value;

import org.jspecify.annotations.NullMarked;
