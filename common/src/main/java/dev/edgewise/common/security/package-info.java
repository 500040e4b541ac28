/** Who may call: a token that the cluster knows, and whose user the cluster's roles allow what the call needs. */
@NullMarked
package dev.edgewise.common.security;

import org.jspecify.annotations.NullMarked;
