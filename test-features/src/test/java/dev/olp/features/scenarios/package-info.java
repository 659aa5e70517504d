/** The list of faults that were reported against such proxies, and the check that each is a test here or planned. */
@NullMarked
package dev.olp.features.scenarios;

import org.jspecify.annotations.NullMarked;
