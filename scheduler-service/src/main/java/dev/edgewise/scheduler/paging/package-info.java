/** Lists that are told page by page. */
@NullMarked
package dev.edgewise.scheduler.paging;

import org.jspecify.annotations.NullMarked;
