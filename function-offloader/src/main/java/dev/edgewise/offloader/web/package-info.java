/** The REST interface: plans, moves, pause and resume. */
@NullMarked
package dev.edgewise.offloader.web;

import org.jspecify.annotations.NullMarked;
