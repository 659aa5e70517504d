/** HTTP as clients really speak it: framing, paths, methods, codings, origins. What a request says is not tested here. */
@NullMarked
package dev.olp.features.door;

import org.jspecify.annotations.NullMarked;
