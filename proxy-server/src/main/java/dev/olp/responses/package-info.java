/** Responses that their clients may come back to. In memory only; knows no HTTP and no JSON. */
@NullMarked
package dev.olp.responses;

import org.jspecify.annotations.NullMarked;
