/** Readings and their history over REST. */
@NullMarked
package dev.edgewise.energy.rest;

import org.jspecify.annotations.NullMarked;
