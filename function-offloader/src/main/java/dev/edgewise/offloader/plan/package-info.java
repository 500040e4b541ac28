/**
 * Decisions about each pod: a policy's targets behind the safety rules, with a reason for every pod that stays. Pure.
 */
@NullMarked
package dev.edgewise.offloader.plan;

import org.jspecify.annotations.NullMarked;
