/** OLP as a service: what the unit files promise. */
@NullMarked
package dev.olp.features.service;

import org.jspecify.annotations.NullMarked;
