/** The scheduler-service: decides where pods run, binds them and explains why. */
@NullMarked
package dev.edgewise.scheduler;

import org.jspecify.annotations.NullMarked;
