@NullMarked
package dev.olp.isolation.limits;

import org.jspecify.annotations.NullMarked;
