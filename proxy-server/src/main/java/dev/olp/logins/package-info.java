/**
 * Who owns a login, where it lies and who renews it. What is handed on is an access token or an API key. A refresh token
 * is shown to the vendor alone: by its own CLI, in a run without any tenant's data, or, where the operator chose that, by
 * our own call to its token endpoint.
 */
@NullMarked
package dev.olp.logins;

import org.jspecify.annotations.NullMarked;
