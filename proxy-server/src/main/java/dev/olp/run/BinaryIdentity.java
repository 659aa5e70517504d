package dev.olp.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Cheap identity of an executable: what changes when it is replaced, links resolved. */
record BinaryIdentity(Path realPath, Map<String, Object> attributes) {
    static BinaryIdentity of(Path path) throws IOException {
        Path real = path.toRealPath();
        return new BinaryIdentity(
                real, new TreeMap<>(Files.readAttributes(real, "unix:ino,dev,size,lastModifiedTime,ctime")));
    }
}
