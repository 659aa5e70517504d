package dev.olp.isolation.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;

/**
 * Whether a file is still the one that it was, told in microseconds: device, inode, size, and when its content and its
 * inode changed last. Whoever can forge these could as well replace us.
 */
public final class QuickIdentity {
    private QuickIdentity() {}

    /** The facts as text; another text where there is no such file. */
    public static String of(Path file) {
        try {
            return file + " " + new TreeMap<>(Files.readAttributes(file, "unix:dev,ino,size,lastModifiedTime,ctime"));
        } catch (IOException e) {
            return file + " cannot be looked at";
        }
    }
}
