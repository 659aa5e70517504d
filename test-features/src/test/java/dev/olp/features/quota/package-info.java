/** What is known of the providers' plans, through the public door and with the real CLIs. */
@NullMarked
package dev.olp.features.quota;

import org.jspecify.annotations.NullMarked;
