/** Tests of clients' schemas. */
@NullMarked
package dev.olp.schema;

import org.jspecify.annotations.NullMarked;
