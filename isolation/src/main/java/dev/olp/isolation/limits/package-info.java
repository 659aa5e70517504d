/**
 * What one run may take of the machine: a cgroup of its own where the kernel's second version is delegated to us, else a
 * count of its processes. Knows the files of cgroups(7); nothing of sandboxes or homes.
 */
@NullMarked
package dev.olp.isolation.limits;

import org.jspecify.annotations.NullMarked;
