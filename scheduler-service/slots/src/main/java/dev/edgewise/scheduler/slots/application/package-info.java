/**
 * The kinds of application that a batch job may be: how each is made, observed and deleted. Manifests in, manifests
 * out.
 */
@NullMarked
package dev.edgewise.scheduler.slots.application;

import org.jspecify.annotations.NullMarked;
