/** Requests and their records as values. Plain Java. */
@NullMarked
package dev.edgewise.global.model;

import org.jspecify.annotations.NullMarked;
