/** The objects, their kinds and versions, and the errors that callers get. */
@NullMarked
package dev.edgewise.embedded.store;

import org.jspecify.annotations.NullMarked;
