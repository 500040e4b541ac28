/** The REST interface: rewards, reports of applications, and changes of operators. */
@NullMarked
package dev.edgewise.rewards.rest;

import org.jspecify.annotations.NullMarked;
