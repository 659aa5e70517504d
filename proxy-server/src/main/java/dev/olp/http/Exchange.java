package dev.olp.http;

/**
 * One request and its reply on a connection.
 *
 * @param sink the reply
 * @param input the raw body
 * @param expectsContinue whether the client waits for 100 before it sends the body
 * @param declaredLength Content-Length, or -1
 */
record Exchange(ChannelSink sink, BodyInput input, boolean expectsContinue, long declaredLength) {}
