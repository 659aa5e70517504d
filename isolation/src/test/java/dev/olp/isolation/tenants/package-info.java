@NullMarked
package dev.olp.isolation.tenants;

import org.jspecify.annotations.NullMarked;
