# shellcheck shell=bash
# How a JVM of OLP is started: two profiles, and the AOT cache that set-up makes on the machine. Sourced by olp and setup.

# profile: pi or server. A limit of the cgroup counts as the machine's memory: a container or a unit may be small.
profile() {
  case ${OLP_PROFILE-} in
    pi | server) printf '%s' "$OLP_PROFILE"; return ;;
    '') ;;
    *) die 1 "OLP_PROFILE: $OLP_PROFILE (expected: pi or server)" ;;
  esac
  local key value rest memory=0 group= limit
  while read -r key value rest; do [ "$key" != MemTotal: ] || { memory=$((value / 1024)); break; }; done </proc/meminfo
  while IFS=: read -r key value rest; do [ "$key" != 0 ] || group=$rest; done </proc/self/cgroup
  while :; do
    if [ -r "/sys/fs/cgroup$group/memory.max" ]; then
      read -r limit <"/sys/fs/cgroup$group/memory.max"
      [ "$limit" = max ] || [ $((limit / 1048576)) -ge $memory ] || memory=$((limit / 1048576))
    fi
    [ -n "$group" ] && [ "$group" != / ] || break
    group=${group%/*}
  done
  if [ "$memory" -le 4096 ]; then printf pi; else printf server; fi
}

# flags_of PROFILE: sets `flags`. Measured for pi: compact headers, C1 only and one collector thread save 50 MB and half the start;
# handing free native memory back every two seconds saves 13 MB, which malloc keeps after a start; Netty's own JFR events,
# which nobody records, would load a hundred classes.
flags_of() {
  flags=("${jvm_flags[@]}")
  case $1 in
    pi) flags+=(-XX:+UseSerialGC -Xms16m -Xmx128m -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40 -XX:MaxDirectMemorySize=64m -XX:+UseCompactObjectHeaders -XX:TieredStopAtLevel=1
      -XX:TrimNativeHeapInterval=2000 -Dio.netty.jfr.enabled=false) ;;
    server) flags+=(-XX:+UseG1GC -XX:G1PeriodicGCInterval=300000 -Xms64m -Xmx1g -XX:MaxDirectMemorySize=256m) ;;
  esac
}

# aot_file PROFILE: the cache's name carries what it must fit: the JVM's build and the profile (collector and headers).
aot_file() {
  local line build=
  while IFS= read -r line; do
    case $line in JAVA_RUNTIME_VERSION=* | JAVA_VERSION=* | IMPLEMENTOR=*) line=${line#*=}; build+=-${line//[!0-9A-Za-z.]/} ;; esac
  done <"$java_home/release"
  printf '%s' "$root/proxy-server/target/aot/olp-$1$build.aot"
}

# jvm_options PROFILE: sets `options`. A cache older than the jar is left out; one that does not fit is ignored by the JVM
# without a word (aot=off, cds=off), since the cache only makes the start quicker.
jvm_options() {
  local aot; flags_of "$1"; options=("${flags[@]}")
  [ -r "$java_home/release" ] || return 0
  aot=$(aot_file "$1")
  if [ -r "$aot" ] && [ "$aot" -nt "$jar" ]; then options+=("-XX:AOTCache=$aot" -XX:AOTMode=auto -Xlog:aot=off -Xlog:cds=off); fi
}

# make_aot_cache PROFILE: a short run of the server that the JVM learns from. Never required: where it fails, one line says so.
make_aot_cache() {
  local aot temp
  require_java java
  [ -r "$java_home/release" ] || return 0
  aot=$(aot_file "$1")
  [ ! "$aot" -nt "$jar" ] || return 0
  say "making the start-up cache for the profile $1"
  temp=$(mktemp -d "$cache/tmp/train-XXXXXX")
  if train "$1" "$temp" >"$temp/log" 2>&1; then mkdir -p "${aot%/*}"; mv -f "$temp/olp.aot" "$aot"
  else say "no start-up cache: OLP starts slower, nothing else changes ($(tail -n 1 "$temp/log"))"
  fi
  rm -rf "$temp"
}

# train PROFILE TEMP: leaves TEMP/olp.aot. The first start makes the home; only the second, which finds one as every later
# start does, is learnt from: what is in the cache is loaded at each start, and migrations are not to be.
train() {
  flags_of "$1"; mkdir -p "$2/java" "$2/home"
  serve_briefly "$2" && serve_briefly "$2" "-XX:AOTCacheOutput=$2/olp.aot" || return 1
  [ -s "$2/olp.aot" ] || { echo "the JVM wrote none"; return 1; }
}

# serve_briefly TEMP OPTION...: a server in TEMP, asked a few times and ended
serve_briefly() {
  local temp=$1 pid port waited=0 path; shift
  rm -f "$temp/port"
  OLP_HOME=$temp/home OLP_OWNER_TOKEN=training HOME=$temp/home "$java_home/bin/java" "${flags[@]}" "$@" \
    "-Djava.io.tmpdir=$temp/java" "-Dolp.root=$root" -jar "$jar" serve --port 0 --port-file "$temp/port" </dev/null &
  pid=$!
  while [ ! -s "$temp/port" ]; do
    kill -0 $pid 2>/dev/null || { wait $pid || :; echo "the server did not start"; return 1; }
    waited=$((waited + 1)); [ $waited -le 300 ] || { kill -9 $pid; wait $pid || :; echo "no port after 30 s"; return 1; }
    sleep 0.1
  done
  port=$(cat "$temp/port")
  for path in /livez /v1/models /v1/models /v1/nothing; do
    { exec {talk}<>"/dev/tcp/127.0.0.1/$port"; printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer training\r\nConnection: close\r\n\r\n' "$path" >&"$talk"
      timeout 10 cat <&"$talk" >/dev/null; exec {talk}>&-; } || :
  done
  kill "$pid"; timeout 60 tail --pid="$pid" -f /dev/null || kill -9 "$pid"
  wait "$pid" || :
}
