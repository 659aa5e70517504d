/** How a run gets out for contracts that no provider of ours has: hosts of its own, and a login inside. */
@NullMarked
package dev.olp.features.confinement;

import org.jspecify.annotations.NullMarked;
