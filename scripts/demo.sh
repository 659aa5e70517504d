# shellcheck shell=bash
# What `./olp demo` sets up before Java takes over. Sourced by olp.

demo_claude=claude-2.1.332

# prepare_demo ARGUMENT...: a Java, a build, a CLI. Sets `command_line`, what Java is to run.
prepare_demo() {
  local cli origin stand_in=()
  require_or_install_java java
  need bwrap=bubblewrap setpriv=util-linux
  [ -f "$jar" ] || { build_jar; make_aot_cache "$chosen_profile"; }
  if cli=${OLP_CLAUDE_BIN:-$(command -v claude || :)} && [ -n "$cli" ] && works "$cli"; then
    cli=$(readlink -f "$cli"); origin="version $cli_version, found on this machine"
  elif cli=$("$root/scripts/fetch-cli" "$demo_claude") && works "$cli"; then
    origin="version $cli_version, the pinned one, from npm"
  else
    # a copy: a server that is root starts it as a user who cannot get into anybody's folders
    cli=$cache/stand-in-claude origin="a bundled stand-in, NOT the real claude, which could be neither found nor fetched"
    stand_in=(--stand-in)
    install -m 755 "$root/scripts/stand-in-claude" "$cli"
    say "the real claude could be neither found nor fetched: a bundled stand-in plays its part"
  fi
  # the server's own lines would stand in the middle of the answer
  export OLP_LOG_LEVEL=${OLP_LOG_LEVEL-WARN}
  command_line=(demo --cli "$cli" --cli-origin "$origin" "${stand_in[@]}" "$@")
}

# works CLI: those who will run it get to it, it starts here, and says its version (which sets `cli_version`), in an empty home of its own
works() {
  local home status=0
  home=$(mktemp -d "$cache/tmp/probe-XXXXXX")
  cli_version=$(env -i HOME="$home" TMPDIR="$home" PATH="$PATH" DISABLE_AUTOUPDATER=1 timeout 20 "$1" --version 2>/dev/null </dev/null) || status=$?
  rm -rf "$home"
  if [ "$(id -u)" = 0 ] && ! setpriv --reuid=65534 --regid=65534 --clear-groups -- test -r "$(readlink -f "$1")" 2>/dev/null; then
    say "$1 is in a folder that only root can enter, and nothing is run as root"
    return 1
  fi
  cli_version=${cli_version%% *}
  [ $status = 0 ] && [[ $cli_version =~ ^[0-9]+\.[0-9]+\.[0-9]+ ]] || { say "$1 does not run here"; return 1; }
}
