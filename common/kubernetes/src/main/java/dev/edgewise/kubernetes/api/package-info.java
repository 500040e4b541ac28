/** Plain requests to the API server: one attempt, few bytes, a timeout, and a plain answer. */
@NullMarked
package dev.edgewise.kubernetes.api;

import org.jspecify.annotations.NullMarked;
