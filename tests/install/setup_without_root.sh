#!/bin/sh
# An account without root on a machine without the packages gets the one line to ask for, and nothing is tried.
set -eu
fake=$2/test-out/setup-without-root
rm -rf "$fake"
mkdir -p "$fake"
printf '#!/bin/sh\nexit 1\n' >"$fake/dpkg-query"
printf '#!/bin/sh\nexit 1\n' >"$fake/sudo"
printf '#!/bin/sh\necho 1000\n' >"$fake/id"
printf '#!/bin/sh\necho called >"%s/apt-was-called"\n' "$fake" >"$fake/apt-get"
chmod +x "$fake"/*
if PATH="$fake:$PATH" "$1/tools/setup" build >"$fake/out" 2>&1; then
  echo "setup succeeded though nothing is installed"
  exit 1
fi
grep -q 'apt-get install --no-install-recommends .*libeigen3-dev' "$fake/out" || { cat "$fake/out"; exit 1; }
[ ! -e "$fake/apt-was-called" ] || { echo "setup called apt-get without root"; exit 1; }
