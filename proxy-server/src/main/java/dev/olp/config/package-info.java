/**
 * What the operator decided: {@code config.json} and the environment become immutable records that check themselves.
 * Nothing here starts, opens or looks up anything but the configuration itself. {@code config/config.schema.json} says
 * the same to editors; a test keeps the two together.
 */
@NullMarked
package dev.olp.config;

import org.jspecify.annotations.NullMarked;
