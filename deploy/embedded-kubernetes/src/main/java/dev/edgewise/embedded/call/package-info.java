/** One call: what it names, selects and asks, who may make it, and which faults a test orders for it. */
@NullMarked
package dev.edgewise.embedded.call;

import org.jspecify.annotations.NullMarked;
