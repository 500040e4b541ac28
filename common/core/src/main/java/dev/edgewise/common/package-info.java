/** Code that all services of Edgewise share. */
@NullMarked
package dev.edgewise.common;

import org.jspecify.annotations.NullMarked;
