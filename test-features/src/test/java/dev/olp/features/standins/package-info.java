/** The stand-ins for the CLIs are themselves tested, without a server. */
@NullMarked
package dev.olp.features.standins;

import org.jspecify.annotations.NullMarked;
