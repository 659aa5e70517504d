package dev.olp.isolation.contract;

import java.util.List;
import java.util.function.UnaryOperator;

/** Adds to a CLI's argument list what takes its model's tools away. Pure; the list holds no prompt text. */
@FunctionalInterface
public interface ToolHardening extends UnaryOperator<List<String>> {
    ToolHardening NONE = argv -> argv;
}
