package dev.olp.features.operations;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A Java agent that brings OpenTelemetry's SDK and writes each span to a file, one JSON object a line. */
public final class SpanFileAgent {
    private SpanFileAgent() {}

    /**
     * Packs it.
     *
     * @return the option for the JVM
     */
    static String option(Path folder, Path spans) throws IOException {
        Path jar = folder.resolve("agent.jar");
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Premain-Class", SpanFileAgent.class.getName());
        main.put(
                Attributes.Name.CLASS_PATH,
                Stream.of(SdkTracerProvider.class, CompletableResultCode.class)
                        .map(each -> each.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString())
                        .collect(Collectors.joining(" ")));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (Class<?> each : List.of(SpanFileAgent.class, Telemetry.class, Exporter.class)) {
                String name = each.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                out.write(each.getClassLoader().getResourceAsStream(name).readAllBytes());
                out.closeEntry();
            }
        }
        return "-javaagent:" + jar + "=" + spans;
    }

    /** Called by the JVM before the server's own beginning. */
    public static void premain(String file) {
        GlobalOpenTelemetry.set(new Telemetry(
                SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(new Exporter(Path.of(file))))
                        .build(),
                ContextPropagators.create(W3CTraceContextPropagator.getInstance())));
    }

    private record Telemetry(TracerProvider getTracerProvider, ContextPropagators getPropagators)
            implements OpenTelemetry {}

    private static final class Exporter implements SpanExporter {
        private final Path file;

        Exporter(Path file) {
            this.file = file;
        }

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            try {
                for (SpanData span : spans) {
                    Files.writeString(
                            file,
                            line(span),
                            StandardCharsets.UTF_8,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.APPEND);
                }
                return CompletableResultCode.ofSuccess();
            } catch (IOException e) {
                return CompletableResultCode.ofExceptionalFailure(e);
            }
        }

        private static String line(SpanData span) {
            ObjectNode node = JsonMapper.shared()
                    .createObjectNode()
                    .put("name", span.getName())
                    .put("kind", span.getKind().name())
                    .put("trace", span.getTraceId())
                    .put("id", span.getSpanId())
                    .put("parent", span.getParentSpanId())
                    .put("status", span.getStatus().getStatusCode().name())
                    .put("start", span.getStartEpochNanos())
                    .put("end", span.getEndEpochNanos());
            ObjectNode attributes = node.putObject("attributes");
            span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), value.toString()));
            span.getEvents().forEach(event -> node.withArray("events").add(event.getName() + event.getAttributes()));
            return node + "\n";
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
