/** The filters and scores that judge a node on its own, and the profiles that all plugins make up. */
@NullMarked
package dev.edgewise.scheduler.plugins;

import org.jspecify.annotations.NullMarked;
