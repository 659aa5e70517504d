package dev.olp.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reflection on settings records: what their components are, and how to make one. */
final class Records {
    private Records() {}

    /** Whether the component may be null, that is, {@code null} in the file. */
    static boolean isNullable(RecordComponent component) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    static @Nullable Object get(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("accessors of settings are public", impossible);
        }
    }

    /** The type's {@code DEFAULTS}; null for a type whose values cannot be guessed. */
    static @Nullable Object defaults(Class<?> type) {
        try {
            return type.getField("DEFAULTS").get(null);
        } catch (NoSuchFieldException none) {
            return null;
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("DEFAULTS is public", impossible);
        }
    }

    /** @throws InvalidSettingException when the record refuses a value */
    static <R extends Record> R create(Class<R> type, @Nullable Object[] values) {
        Class<?>[] types = Stream.of(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof InvalidSettingException reason) {
                throw reason;
            }
            throw new IllegalStateException("a settings record failed", refused.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("constructors of settings are public", impossible);
        }
    }
}
