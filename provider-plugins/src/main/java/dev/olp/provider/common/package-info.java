/** What several adapters need: reading and writing a CLI's lines. Nothing here knows a vendor. */
@NullMarked
package dev.olp.provider.common;

import org.jspecify.annotations.NullMarked;
