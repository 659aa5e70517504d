# shellcheck shell=bash
# What `olp`, `setup`, `verify` and scripts/fetch-cli share. Sourced, never run.
# Messages go to stderr: stdout belongs to what was asked for.
# Exit codes: 1 failed, wrong usage or not possible here; 3 something is missing that we may not install.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
jar=$root/proxy-server/target/olp.jar
# the first Java that OLP runs on, and what to say where there is none
java_floor=25

say() { printf 'olp: %s\n' "$*" >&2; }
die() { local code=$1; shift; say "$*"; exit "$code"; }

require_linux() { [ "$(uname -s)" = Linux ] || die 1 "OLP runs on Linux only, and this is $(uname -s)."; }

# ---- cleaning up: everything made here is gone at the end, however that comes -------------------------------------

cleanups=()
at_exit() { cleanups=("$1" "${cleanups[@]}"); }
run_cleanups() {
  local status=$? step
  trap - EXIT; trap '' INT TERM HUP
  for step in "${cleanups[@]}"; do eval "$step" || say "cleaning up failed: $step"; done
  exit "$status"
}
trap run_cleanups EXIT
trap 'exit 129' HUP; trap 'exit 130' INT; trap 'exit 143' TERM

# ---- the cache folder: outside any home, so that a home stays as it was found ---------------------------------------

shared_cache=/var/cache/olp

# owned_folder PATH MODE: PATH is a real folder of ours that nobody else may write to; it is made if need be.
owned_folder() {
  mkdir -p -m "$2" -- "$1" 2>/dev/null || :
  [ -d "$1" ] && [ ! -L "$1" ] || die 1 "$1 is no folder, and cannot be made one (expected: a real folder of user $(id -u))"
  [ -O "$1" ] || die 1 "the folder $1 belongs to somebody else (expected: to user $(id -u))"
  [ -z "$(find "$1" -maxdepth 0 -perm /022)" ] || die 1 "others may write to the folder $1 (expected: mode $2)"
}

# Sets `cache`. Root's is readable for everyone: an ordinary user takes the CLIs from there.
use_cache() {
  if [ -n "${OLP_CACHE-}" ]; then
    case $OLP_CACHE in /*) cache=$OLP_CACHE ;; *) die 1 "OLP_CACHE: $OLP_CACHE (expected: an absolute path)" ;; esac
    owned_folder "$cache" 755
  elif [ "$(id -u)" = 0 ]; then cache=$shared_cache; owned_folder "$cache" 755
  else cache=/var/tmp/olp-cache-$(id -u); owned_folder "$cache" 700
  fi
  owned_folder "$cache/tmp" 700
}

# Sets `private_temp`: a new 0700 folder that this process, or the program it becomes, owns until it ends. It lies in the
# cache because /run and /tmp are often mounted noexec, and Java unpacks native code there. A lock that the process
# inherits over exec tells the living from the dead, so what a killed one left is swept by the next start.
make_private_temp() {
  local lock swept taken
  exec {lock}>"$cache/tmp/.lock"; flock "$lock"
  for swept in "$cache"/tmp/run-*; do
    [ -d "$swept" ] || continue
    exec {taken}>"$swept/.lock"
    if flock -n "$taken"; then rm -rf -- "$swept"; fi
    exec {taken}>&-
  done
  private_temp=$(mktemp -d "$cache/tmp/run-XXXXXXXX")
  exec {private_temp_lock}>"$private_temp/.lock"; flock "$private_temp_lock"
  exec {lock}>&-
}

# ---- installing: apt only where it must and may ---------------------------------------------------------------------

may_install() { [ -n "$(command -v apt-get)" ] && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

# install_packages PACKAGE...: from Debian, or says the one line that would and ends with 3.
install_packages() {
  may_install || die 3 "missing, and not to be installed without rights; this would: sudo apt-get install -y --no-install-recommends $*"
  say "installing with apt-get: $*"
  local log; log=$(mktemp "$cache/tmp/apt-XXXXXX")
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=120)
  if as_root "${apt[@]}" install --no-install-recommends "$@" >"$log" 2>&1 </dev/null \
    || { as_root "${apt[@]}" update && as_root "${apt[@]}" install --no-install-recommends "$@"; } >>"$log" 2>&1 </dev/null
  then rm -f "$log"
  else tail -n 15 "$log" >&2; rm -f "$log"; die 1 "apt-get could not install: $*"
  fi
}

# there NAME: whether a command is on the PATH, or a static library (NAME.a) where the C compiler looks for it.
there() {
  case $1 in
    *.a) [ -n "$(compgen -G "/usr/lib/*/$1" || compgen -G "/usr/lib*/$1")" ] ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# need NAME=PACKAGE...: installs the packages of those commands and static libraries that are not there.
need() {
  local pair packages=()
  for pair; do there "${pair%%=*}" || packages+=("${pair#*=}"); done
  [ ${#packages[@]} = 0 ] || { mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u); install_packages "${packages[@]}"; hash -r; }
}

# what a build needs besides a JDK: the C compiler and library are for the bridge into sandboxes (isolation/src/main/c)
build_needs=(mvn=maven cc=gcc libc.a=libc6-dev)

# ---- Java -----------------------------------------------------------------------------------------------------------

# java_major HOME: its feature version, read from the `release` file, since starting each Java found costs 100 ms.
java_major() {
  local line version=
  [ -x "$1/bin/java" ] || return 1
  if [ -r "$1/release" ]; then
    while IFS= read -r line; do case $line in JAVA_VERSION=*) version=${line#*=} ;; esac; done <"$1/release"
  else
    version=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p')
  fi
  version=${version#\"}; version=${version%%[!0-9]*}
  [ -n "$version" ] && printf '%s' "$version"
}

# fits HOME FILE: a Java of the floor or newer that has bin/FILE.
fits() { local major; [ -x "$1/bin/$2" ] && major=$(java_major "$1") && [ "$major" -ge $java_floor ]; }

# find_java FILE: sets `java_home` to one that has bin/FILE (java to run, javac to build); false where there is none.
find_java() {
  local candidate on_path
  if [ -n "${OLP_JAVA_HOME-}" ]; then
    fits "$OLP_JAVA_HOME" "$1" || die 3 "OLP_JAVA_HOME: $OLP_JAVA_HOME (expected: a JDK $java_floor or newer)"
    java_home=$OLP_JAVA_HOME; return
  fi
  on_path=$(command -v java || :)
  [ -z "$on_path" ] || on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
  for candidate in "${JAVA_HOME-}" "$on_path" /usr/lib/jvm/* /usr/java/* /usr/local/*j[dr][ke]* /opt/* /opt/*/* \
    "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* "${HOME-}"/.local/share/mise/installs/java/*; do
    if [ -n "$candidate" ] && fits "$candidate" "$1"; then java_home=$candidate; return; fi
  done
  return 1
}

no_java="OLP needs a JDK $java_floor or newer and found none under OLP_JAVA_HOME, JAVA_HOME, PATH, /usr/lib/jvm and /opt: install one (Debian 13: sudo apt-get install openjdk-25-jdk-headless; else Temurin $java_floor), or name it by OLP_JAVA_HOME."
require_java() { find_java "$1" || die 3 "$no_java"; }

# As require_java, but takes Debian's JDK where it has one and we may.
require_or_install_java() {
  find_java "$1" && return
  local package=openjdk-$java_floor-jdk-headless
  may_install || die 3 "$no_java"
  apt-cache show "$package" >/dev/null 2>&1 || as_root apt-get -q update >/dev/null 2>&1 || :
  apt-cache show "$package" >/dev/null 2>&1 || die 3 "$no_java"
  install_packages "$package"
  require_java "$1"
}

# ---- building -------------------------------------------------------------------------------------------------------

# What every JVM of ours needs; the same list stands in pom.xml as jvm.flags.
jvm_flags=(-Xss512k -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
  # read once, when the first handshake of the process comes: a client of TLS 1.2 could have itself served handshakes for ever
  -Djdk.tls.rejectClientInitiatedRenegotiation=true
  # reflection by native code, and libc without stubs assembled for it: the classes made for both were a fifth of a start
  -Djdk.reflect.useNativeAccessorOnly=true -Djnr.ffi.asm.enabled=false)

# maven TEMP ARGUMENT...: Maven on JDK 25, in a home and temp folder of its own under TEMP, with a repository in the cache;
# the user's own settings are read from where they are. It runs in TEMP, since the `mvn` script splits MAVEN_OPTS at blanks:
# a relative argument file is the one way to hand it a path that may hold some.
maven() {
  local temp=$1; shift
  local home=${OLP_SETTINGS_HOME:-${HOME-}} settings=()
  mkdir -p "$temp/home" "$temp/java"
  { [ -n "$home" ] && [ -d "$home" ]; } || home=$(getent passwd "$(id -u)" | cut -d: -f6)
  [ ! -r "$home/.m2/settings.xml" ] || settings+=(-s "$home/.m2/settings.xml")
  [ ! -r "$home/.m2/toolchains.xml" ] || settings+=(-t "$home/.m2/toolchains.xml")
  [ ! -r "$home/.m2/settings-security.xml" ] || settings+=("-Dsettings.security=$home/.m2/settings-security.xml")
  printf '"%s"\n' "-Duser.home=${temp//\\/\\\\}/home" "-Djava.io.tmpdir=${temp//\\/\\\\}/java" \
    --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -Xmx1g >"$temp/java.arguments"
  (cd "$temp" && JAVA_HOME=$java_home MAVEN_OPTS="@java.arguments ${MAVEN_OPTS-}" MAVEN_SKIP_RC=1 \
    mvn -ntp -B -Dstyle.color=never -f "$root/pom.xml" "-Dmaven.repo.local=${maven_repository:-$cache/m2}" "${settings[@]}" "$@" </dev/null)
}

# build_jar [again]: builds proxy-server, unless it stands (another start may have built it while we waited).
build_jar() {
  local lock temp
  [ -w "$root" ] || [ -w "$root/proxy-server/target" ] || die 3 "there is no build, and $root is not ours to write to; its owner can make one with ./setup"
  mkdir -p "$root/target"
  exec {lock}>"$root/target/.build.lock"
  flock -n "$lock" || { say "waiting for another build of this folder"; flock "$lock"; }
  if [ ! -f "$jar" ] || [ "${1-}" = again ]; then
    find_java javac || require_or_install_java javac
    need "${build_needs[@]}"
    say "building with Maven on $java_home (artifacts in $cache/m2; a first time takes a few minutes)"
    temp=$(mktemp -d "$cache/tmp/build-XXXXXX")
    if maven "$temp" -q -Dmaven.test.skip=true -pl proxy-server -am package 2>&1 | sed $'s/\e\\[0*m//g' >&2; then rm -rf "$temp"
    else rm -rf "$temp"; die 1 "the build failed; Maven's words are above"
    fi
    [ -f "$jar" ] || die 1 "the build left no ${jar#"$root"/}"
  fi
  exec {lock}>&-
}
