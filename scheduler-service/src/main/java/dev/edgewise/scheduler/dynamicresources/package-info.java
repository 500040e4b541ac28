/** Devices that pods claim: those of allocated claims are honoured, and nothing is allocated here. */
@NullMarked
package dev.edgewise.scheduler.dynamicresources;

import org.jspecify.annotations.NullMarked;
