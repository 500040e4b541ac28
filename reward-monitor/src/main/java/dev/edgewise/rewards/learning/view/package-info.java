/** The views of types and nodes that are shown to people; pure. */
@NullMarked
package dev.edgewise.rewards.learning.view;

import org.jspecify.annotations.NullMarked;
