/**
 * The models registry: providers, risk tiers, models, aliases, prices. Values and look-ups; whether a provider runs here
 * or a key may use it is decided elsewhere.
 */
@NullMarked
package dev.olp.registry;

import org.jspecify.annotations.NullMarked;
