/** Names that every part of Edgewise agrees on. */
@NullMarked
package dev.edgewise.common;

import org.jspecify.annotations.NullMarked;
