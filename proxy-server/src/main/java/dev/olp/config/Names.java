package dev.olp.config;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How Java names are spelled in the file. */
final class Names {
    private Names() {}

    static String of(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        return key == null ? snakeCase(component.getName()) : key.value();
    }

    /** A constant's own spelling if it has one (its {@code toString}), else its name in lower case. */
    static String of(Enum<?> constant) {
        String own = constant.toString();
        return own.equals(constant.name()) ? own.toLowerCase(Locale.ROOT) : own;
    }

    static List<String> of(Class<?> enumType) {
        return Stream.of(enumType.getEnumConstants())
                .map(constant -> of((Enum<?>) constant))
                .toList();
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
