/** Puts the service together: its settings, and which adapter serves which port. */
@NullMarked
package dev.edgewise.scheduler.config;

import org.jspecify.annotations.NullMarked;
