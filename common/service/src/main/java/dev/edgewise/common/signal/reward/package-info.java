/** How well pods of a type do on a node, and how that is written. */
@NullMarked
package dev.edgewise.common.signal.reward;

import org.jspecify.annotations.NullMarked;
