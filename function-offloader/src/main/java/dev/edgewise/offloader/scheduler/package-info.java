/** The questions to scheduler-service about moves before they are made. */
@NullMarked
package dev.edgewise.offloader.scheduler;

import org.jspecify.annotations.NullMarked;
