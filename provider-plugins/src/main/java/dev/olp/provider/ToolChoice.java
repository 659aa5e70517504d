package dev.olp.provider;

/** Whether the model has to call a tool. That it must not is said by offering none. */
public sealed interface ToolChoice {
    /** As it likes. */
    record Auto() implements ToolChoice {}

    /** At least one, whichever. */
    record Required() implements ToolChoice {}

    /** This one. */
    record Named(String name) implements ToolChoice {}
}
