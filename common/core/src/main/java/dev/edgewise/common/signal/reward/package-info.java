/** The signal of rewards: how well pods of a type do on a node. */
@NullMarked
package dev.edgewise.common.signal.reward;

import org.jspecify.annotations.NullMarked;
