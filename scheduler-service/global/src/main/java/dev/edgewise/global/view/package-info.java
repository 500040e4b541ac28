/**
 * The requests as callers of the interfaces see and change them: ports that the adapters of Kubernetes implement. Plain
 * Java.
 */
@NullMarked
package dev.edgewise.global.view;

import org.jspecify.annotations.NullMarked;
