/** Setup at the start that all services share. */
@NullMarked
package dev.edgewise.common.boot;

import org.jspecify.annotations.NullMarked;
