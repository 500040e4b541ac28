/**
 * Tells the address that a request names how it ended: once it has, with the same id in all deliveries, and never at an
 * address inside the network.
 */
@NullMarked
package dev.edgewise.global.callback;

import org.jspecify.annotations.NullMarked;
