package dev.olp.isolation.contract;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks of the paths that a contract names. */
final class ContractPath {
    private ContractPath() {}

    /** Names joined by single slashes: nothing empty, no {@code .}, {@code ..}, NUL, nor {@code ~} that a shell knows. */
    static boolean isClean(String path) {
        if (path.indexOf('\0') >= 0) {
            return false;
        }
        for (String name : path.split("/", -1)) {
            if (name.isEmpty() || name.equals(".") || name.equals("..") || name.startsWith("~")) {
                return false;
            }
        }
        return true;
    }

    static void checkInside(String field, String path) {
        if (!isClean(path)) {
            throw new InvalidContractException(field, path, "a relative, normalised path inside the home");
        }
    }

    static void checkUnique(String field, List<String> paths) {
        Set<String> seen = new HashSet<>();
        for (String path : paths) {
            if (!seen.add(path)) {
                throw new InvalidContractException(field, path, "each destination once");
            }
        }
    }
}
