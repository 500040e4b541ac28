/**
 * The nested list of clusters of a request: levels that are tried in turn, and clusters that compete in one level.
 * Plain Java.
 */
@NullMarked
package dev.edgewise.global.expression;

import org.jspecify.annotations.NullMarked;
