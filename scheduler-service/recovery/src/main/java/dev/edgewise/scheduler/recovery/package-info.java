/** Keeps pods protected, and restarts them when their nodes fail: settings, and what the packages below share. */
@NullMarked
package dev.edgewise.scheduler.recovery;

import org.jspecify.annotations.NullMarked;
