/**
 * JSON Schemas of clients, and documents that have to match one. A schema is a stranger's program that runs here: it is
 * bounded in size, fetches nothing, and every check of it in work.
 */
@NullMarked
package dev.olp.schema;

import org.jspecify.annotations.NullMarked;
