/** The patch formats and server-side apply. */
@NullMarked
package dev.edgewise.embedded.patch;

import org.jspecify.annotations.NullMarked;
