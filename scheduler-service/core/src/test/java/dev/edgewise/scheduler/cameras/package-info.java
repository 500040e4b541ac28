/**
 * A made-up kind of object, as a module would bring it: cameras at nodes, whose decoders need CPU there. All of it is
 * here, by public types of the core alone: an index ({@code Cameras}), an index that follows pods ({@code Viewers}), a
 * filter, an event, and a table that keeps room on nodes.
 */
@NullMarked
package dev.edgewise.scheduler.cameras;

import org.jspecify.annotations.NullMarked;
