/** What is known of types and nodes, as it is shown to people; pure. */
@NullMarked
package dev.edgewise.rewards.learning.view;

import org.jspecify.annotations.NullMarked;
