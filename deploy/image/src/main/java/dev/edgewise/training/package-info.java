/** The training run of an image: the service at its work, for the ahead-of-time cache of Java. */
@NullMarked
package dev.edgewise.training;

import org.jspecify.annotations.NullMarked;
