/**
 * Who owns a login, where it lies and who renews it. A refresh token is read by nothing here: only the vendor's own CLI
 * renews, in a run of its own without any tenant's data, and what is handed on is an access token or an API key.
 */
@NullMarked
package dev.olp.logins;

import org.jspecify.annotations.NullMarked;
