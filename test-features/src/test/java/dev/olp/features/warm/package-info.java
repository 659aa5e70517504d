/** Processes that were started before anybody asked, with the real CLIs. */
@NullMarked
package dev.olp.features.warm;

import org.jspecify.annotations.NullMarked;
