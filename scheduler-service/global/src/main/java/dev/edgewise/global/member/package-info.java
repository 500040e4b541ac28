/** The port to member clusters. Plain Java. */
@NullMarked
package dev.edgewise.global.member;

import org.jspecify.annotations.NullMarked;
