/** The paths and forms of the prototype, for its clients. */
@NullMarked
package dev.edgewise.global.legacy;

import org.jspecify.annotations.NullMarked;
