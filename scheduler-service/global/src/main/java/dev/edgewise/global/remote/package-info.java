/** The member clusters by their API servers: how they are reached, what is known of them, and what is done in them. */
@NullMarked
package dev.edgewise.global.remote;

import org.jspecify.annotations.NullMarked;
