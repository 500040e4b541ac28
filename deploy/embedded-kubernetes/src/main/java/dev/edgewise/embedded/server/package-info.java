/** The API without its transport: routing, reads, writes, watches, discovery. */
@NullMarked
package dev.edgewise.embedded.server;

import org.jspecify.annotations.NullMarked;
