/** Member clusters as values: who they are, how much fits in them, how far they are. Plain Java. */
@NullMarked
package dev.edgewise.global.cluster;

import org.jspecify.annotations.NullMarked;
