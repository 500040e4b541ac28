/** The whole suite on this one machine: the command that a newcomer runs first. */
@NullMarked
package dev.edgewise.sandbox;

import org.jspecify.annotations.NullMarked;
