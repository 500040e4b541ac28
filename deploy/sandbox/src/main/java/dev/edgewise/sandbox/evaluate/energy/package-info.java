/**
 * The energy papers' experiment, on the product's planners and batteries: nodes with sun and batteries, functions that
 * devices call, and what is served.
 */
@NullMarked
package dev.edgewise.sandbox.evaluate.energy;

import org.jspecify.annotations.NullMarked;
