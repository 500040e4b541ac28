/** What was learned over REST, reports of applications, and what operators change. */
@NullMarked
package dev.edgewise.rewards.rest;

import org.jspecify.annotations.NullMarked;
