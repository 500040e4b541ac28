/** What pods request of their nodes. */
@NullMarked
package dev.edgewise.kubernetes.requests;

import org.jspecify.annotations.NullMarked;
