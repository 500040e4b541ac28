/** Starts the parts, waits for them, shows progress, and stops them. */
@NullMarked
package dev.edgewise.sandbox.run;

import org.jspecify.annotations.NullMarked;
