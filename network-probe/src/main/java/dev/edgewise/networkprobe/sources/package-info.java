/** Where round-trip times come from, and which of them are in force. */
@NullMarked
package dev.edgewise.networkprobe.sources;

import org.jspecify.annotations.NullMarked;
