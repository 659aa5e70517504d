/**
 * The provider contract and the request's intermediate representation (IR). Pure: no process, file, socket or clock.
 * The adapters live in sub-packages, one per vendor, and see nothing of each other.
 */
@NullMarked
package dev.olp.provider;

import org.jspecify.annotations.NullMarked;
