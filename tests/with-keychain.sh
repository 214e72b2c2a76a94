#!/bin/sh
# Runs a command with a separate keychain: a private D-Bus session, home and unlocked gnome-keyring.
#
#   tests/with-keychain.sh cargo test --test sign_in
#
# Needs gnome-keyring, dbus and gdbus (Debian: apt-get install gnome-keyring dbus libglib2.0-bin).
set -eu

if [ "${1-}" != --inside ]; then
    home=$(mktemp -d)
    trap 'rm -rf "$home"' EXIT
    trap 'exit 130' INT TERM
    # Only these directories are private, because Cargo needs the usual home.
    export XDG_DATA_HOME="$home/data" XDG_RUNTIME_DIR="$home/run" XDG_CACHE_HOME="$home/cache"
    mkdir -m 700 "$XDG_DATA_HOME" "$XDG_RUNTIME_DIR" "$XDG_CACHE_HOME"
    dbus-run-session -- "$0" --inside "$@"
    exit
fi
shift

# In the foreground, so that it ends with this session. It reads the password from standard input.
printf vitrine | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
keyring=$!
trap 'kill "$keyring" 2>/dev/null || true' EXIT
gdbus wait --session --timeout 10 org.freedesktop.secrets
VITRINE_TEST_KEYCHAIN=1 "$@"
