/** Authentication of callers by tokens of the cluster, authorisation by its roles. */
@NullMarked
package dev.edgewise.common.security;

import org.jspecify.annotations.NullMarked;
