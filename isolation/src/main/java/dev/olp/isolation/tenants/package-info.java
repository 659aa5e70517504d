/**
 * Who a tenant's runs are to the kernel, where each tenant is a user of its own: numbers from the ranges that the machine's
 * administrator set aside for us (subuid(5)). Knows nothing of sandboxes or homes.
 */
@NullMarked
package dev.olp.isolation.tenants;

import org.jspecify.annotations.NullMarked;
