package dev.olp.features.real;

import dev.olp.fakeupstream.Reply;

/** An answer of a model, part by part, as the fake is to give it. */
interface ModelAnswer {
    ModelAnswer says(String text);

    /** @param arguments JSON, which the model writes in pieces where its API has such */
    ModelAnswer calls(String id, String name, String arguments);

    /** All of it, with its end. */
    Reply whole();

    /** All of it but its end. */
    Reply cut();
}
