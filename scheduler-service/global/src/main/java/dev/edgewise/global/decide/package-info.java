/**
 * The way of one request: a pure step from its record and what is seen in clusters to its next record and what is to be
 * done. Plain Java.
 */
@NullMarked
package dev.edgewise.global.decide;

import org.jspecify.annotations.NullMarked;
