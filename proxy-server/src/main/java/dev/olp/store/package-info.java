/**
 * What every store shares, whatever it is built on. SQL lives only in the packages below; the ports that they implement
 * live with those who use them ({@code auth}, {@code audit}).
 */
@NullMarked
package dev.olp.store;

import org.jspecify.annotations.NullMarked;
