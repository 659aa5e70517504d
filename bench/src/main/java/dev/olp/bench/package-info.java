/**
 * Where the README's numbers come from: each is measured beside something comparable in the same run. Nothing here
 * judges a product's behaviour, and nothing of the product may depend on it.
 */
@NullMarked
package dev.olp.bench;

import org.jspecify.annotations.NullMarked;
