# shellcheck shell=bash
# The test phase of `verify`. Sourced by it.
passed=0 failed=0

# run_tests TEMP TREE GOAL ARGUMENT...: Maven offline on TREE, in a network namespace with only loopback, with a clean
# environment. Fails if Maven does, or if a process of the run outlives it.
run_tests() {
  local temp=$1 tree=$2 status=0; shift 2
  mkdir -p -m 700 "$temp/home" "$temp/tmp"
  find "$tree" -path '*/target/*-reports' -type d -prune -exec rm -rf {} +
  # two classes at a time: a test mostly waits for processes, and each has its own server, folders and ports
  [ "$(nproc)" -lt 2 ] || set -- "$@" -DforkCount=2
  [ -z "${test_user-}" ] || chown -R "$test_user:" "$temp"
  # in the background, since bash answers no signal while it waits for what runs in the foreground
  at_exit "end_tests '$temp/namespace'"
  # test-tmp: what Java unpacks; TMPDIR: what everything else leaves there, and should not
  enter_namespace "$temp/namespace" env -i \
    HOME="$temp/home" TMPDIR="$temp/tmp" PATH="$PATH" LANG=C.UTF-8 \
    OLP_CACHE="${test_cache:-$cache}" OLP_JAVA_HOME="$java_home" OLP_SETTINGS_HOME="${HOME-}" \
    OLP_TEST_CLAUDE="$(path_of claude-2.1.332)" OLP_TEST_CLAUDE_OLD="$(path_of claude-2.1.152)" \
    OLP_TEST_CODEX="$(path_of codex-0.171.0)" OLP_TEST_CODEX_OLD="$(path_of codex-0.133.0)" \
    OLP_TEST_CLIENTS="$(path_of clients)" \
    bash "$tree/scripts/maven-offline" "$temp/maven" "$@" &
  tests_pid=$!
  wait "$tests_pid" || status=$?
  no_process_left "$temp/namespace" || status=1
  tests_pid=
  nothing_in "$temp/home" "the home of the tests" || status=1
  nothing_in "$temp/tmp" "the temp folder of the tests" || status=1
  return $status
}

# path_of NAME: where fetch-cli put it; the ordinary user's are links to the same files
path_of() {
  local path; path=$(cat "$work/$1.path")
  if [ -n "${test_cache-}" ]; then path=$test_cache/cli/${path#*/cli/}; fi
  printf '%s' "$path"
}

# What attacks aim at in place of hosts: on the namespace's own loopback, so that nothing is ever sent. The list stands in
# the attack suite too, which refuses to run without.
targets=(192.0.2.53 192.0.2.80 198.51.100.1 169.254.169.254)

# enter_namespace FILE COMMAND...: runs it where there is no network but loopback, as root or `test_user` or whoever we are;
# FILE then names the namespace. An ordinary user needs a user namespace of its own for that, and keeps the same id in it.
enter_namespace() {
  local file=$1; shift
  local up='readlink /proc/self/ns/net >"$0"; ip link set lo up' each
  for each in "${targets[@]}"; do up+="; ip address add $each/32 dev lo"; done
  up+='; ip address add 2001:db8::1/128 dev lo nodad 2>/dev/null || :' # where there is IPv6
  if [ "$(id -u)" = 0 ]; then
    local drop=()
    [ -z "${test_user-}" ] || drop=(setpriv --reuid="$test_user" --regid="$test_user" --init-groups --)
    unshare --net -- bash -c "$up; exec \"\$@\"" "$file" "${drop[@]}" "$@"
  else
    unshare --user --map-current-user --net --keep-caps -- \
      bash -c "$up; exec setpriv --inh-caps=-all --ambient-caps=-all -- \"\$@\"" "$file" "$@"
  fi
}

# processes_in NAMESPACE: sets `left` to the ids of all that are in it.
processes_in() {
  mapfile -t left < <(ls -l /proc/[0-9]*/ns/net 2>/dev/null \
    | awk -v namespace="$1" '$NF == namespace { split($(NF - 2), path, "/"); print path[3] }')
}

# end_tests FILE: where the run was cut short, ends whatever it started: first as an operator would, then at once.
end_tests() {
  local namespace left round signal
  [ -n "${tests_pid-}" ] || return 0
  for ((round = 0; round < 50; round++)); do
    [ ! -s "$1" ] && kill -0 "$tests_pid" 2>/dev/null || break
    sleep 0.1
  done
  namespace=$(cat "$1" 2>/dev/null) || namespace=none
  say "ending the tests"
  for ((round = 0; round < 150; round++)); do
    processes_in "$namespace"
    [ ${#left[@]} != 0 ] || break
    case $round in 0 | 50) signal=TERM ;; *) signal=0 ;; esac
    [ $round -lt 100 ] || signal=KILL
    kill -"$signal" "${left[@]}" 2>/dev/null || :
    sleep 0.1
  done
  kill "$tests_pid" 2>/dev/null || :
  wait "$tests_pid" 2>/dev/null || :
  [ ${#left[@]} = 0 ]
}

# no_process_left FILE: none of the namespace's processes outlives the run; those that do are named, ended and a failure.
no_process_left() {
  local namespace left waited=0
  namespace=$(cat "$1" 2>/dev/null) || { say "the namespace was not entered"; return 1; }
  while :; do
    processes_in "$namespace"
    [ ${#left[@]} != 0 ] || return 0
    waited=$((waited + 1)); [ $waited -le 50 ] || break
    sleep 0.1
  done
  say "still running after the tests:"
  ps -o pid=,user=,args= -p "$(IFS=,; echo "${left[*]}")" >&2 || :
  kill -9 "${left[@]}" 2>/dev/null || :
  return 1
}

# nothing_in FOLDER NAME
nothing_in() {
  local found; found=$(find "$1" -mindepth 1 | head -n 10)
  [ -z "$found" ] || { say "left in $2:"; printf '%s\n' "$found" >&2; return 1; }
}

# count_reports TREE: adds what the runner's own reports say to `passed` and `failed`.
count_reports() {
  local counts
  counts=$(find "$1" -path '*/target/*-reports/TEST-*.xml' -type f -exec cat {} + | awk '
    function number(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) + 0 : 0 }
    /<testsuite / { bad = number("failures") + number("errors"); good += number("tests") - bad - number("skipped"); all_bad += bad }
    END { print good + 0, all_bad + 0 }')
  passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
}

# run_as_ordinary_user: the suites that depend on identity, on a copy of the tree that belongs to a user of its own.
run_as_ordinary_user() {
  local base before=$passed status=0
  need useradd=passwd
  test_user=olp-verify-$$
  at_exit remove_test_user
  useradd -m "$test_user"
  # subordinate ids, for the tier in which each tenant is a user of its own; userdel takes them back
  grep -q "^$test_user:" /etc/subuid || usermod --add-subuids 700000000-700000063 --add-subgids 700000000-700000063 "$test_user"
  base=$(mktemp -d /var/tmp/olp-verify-XXXXXX)
  at_exit "rm -rf -- '$base'"
  chmod 755 "$base"
  say "testing the suites that depend on identity as $test_user"
  mkdir "$base/tree" "$base/cache"
  tar -C "$root" --exclude=./.git --exclude='./target/.*' --exclude='*-reports' -cf - . | tar -C "$base/tree" -xpf -
  cp -a "$cache/m2" "$base/cache/m2"
  chown -R "$test_user:" "$base"
  # hard links: the user reads root's files, and can change none
  cp -al "$cache/cli" "$base/cache/cli" 2>/dev/null || cp -a "$cache/cli" "$base/cache/cli"
  chown "$test_user:" "$base/cache/cli"
  test_cache=$base/cache
  run_tests "$base/run" "$base/tree" verify "${once_more[@]}" -Dspotless.check.skip -Dmdep.analyze.skip -Denforcer.skip \
    -Dexcluded.groups=none -Dgroups=identity || status=1
  count_reports "$base/tree"
  [ "$passed" -gt "$before" ] || { say "no test tagged identity passed as an ordinary user"; status=1; }
  rm -rf -- "$base"
  remove_test_user
  return $status
}

remove_test_user() {
  [ -n "${test_user-}" ] || return 0
  local id pid; id=$(id -u "$test_user" 2>/dev/null) || { test_user=; return 0; }
  for pid in $(ps -o pid= -U "$id"); do kill -9 "$pid" 2>/dev/null || :; done
  userdel -rf "$test_user" 2>/dev/null || :
  ! id "$test_user" >/dev/null 2>&1 || { say "the user $test_user could not be removed"; return 1; }
  test_user=
}

# home_untouched MARK: nothing that our tools could write to in a real home is newer than MARK.
# Both homes count: Java, Node and the CLIs do not agree on whether HOME or the user's entry names it.
home_untouched() {
  local home touched watched=() each
  for home in "${HOME-}" "$(getent passwd "$(id -u)" | cut -d: -f6)"; do
    [ -d "$home" ] && [ "$home" != / ] || continue
    for each in .claude .claude.json .codex .vibe .olp .m2 .npm .npmrc .java .cache/claude .cache/claude-cli-nodejs .cache/codex .cache/olp \
      .config/claude .config/codex .config/olp .local/share/claude .local/share/olp .local/state/claude .local/state/olp; do
      [ ! -e "$home/$each" ] || watched+=("$home/$each")
    done
  done
  [ ${#watched[@]} != 0 ] || { say "the real home: untouched"; return 0; }
  touched=$(find "${watched[@]}" -xdev \( -newer "$1" -o -cnewer "$1" \) -print | head -n 10)
  [ -z "$touched" ] || { say "the real home was touched during the run (by us, or by a program of yours?):"; printf '%s\n' "$touched" >&2; return 1; }
  say "the real home: untouched"
}
