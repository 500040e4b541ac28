/** The replicas of this service: which of them are live, and which requests belong to this one. */
@NullMarked
package dev.edgewise.global.replica;

import org.jspecify.annotations.NullMarked;
