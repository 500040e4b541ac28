/** Shows recovery by REST and health, and takes requests for better backups. */
@NullMarked
package dev.edgewise.scheduler.recovery.web;

import org.jspecify.annotations.NullMarked;
