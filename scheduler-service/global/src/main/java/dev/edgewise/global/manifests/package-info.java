/** The manifests of a request: read, checked, and rewritten for a member cluster. */
@NullMarked
package dev.edgewise.global.manifests;

import org.jspecify.annotations.NullMarked;
