/** The experiment {@code global}: response times of pipelines that are placed by the global scheduler and by others. */
@NullMarked
package dev.edgewise.sandbox.evaluate.global;

import org.jspecify.annotations.NullMarked;
