#!/bin/sh
# Installs merchant-sandbox: detects the platform, downloads its archive, verifies the checksum of the release, and puts
# the executable into a directory. Needs no root.
set -eu

version=0.1.0
releases=${MERCHANT_SANDBOX_RELEASES:-}
to=
newline='
'

usage() {
  cat <<'TEXT'
Installs merchant-sandbox for one user.

Usage: sh install.sh --from URL [--version VERSION] [--to DIR]

  --from URL         where releases are: URL/v0.1.0/SHA256SUMS is a file
                     (or MERCHANT_SANDBOX_RELEASES in the environment)
  --version VERSION  which release (0.1.0)
  --to DIR           where the executable goes (~/.local/bin)
  --help             show this
TEXT
}

fail() {
  printf 'merchant-sandbox was not installed: %s\n' "$1" >&2
  exit "${2:-1}"
}

has() {
  command -v "$1" >/dev/null 2>&1
}

while [ $# -gt 0 ]; do
  case $1 in
    --help | -h)
      usage
      exit 0
      ;;
    --from | --version | --to)
      [ -n "${2:-}" ] || fail "$1 needs a value; see --help" 2
      case $1 in
        --from) releases=$2 ;;
        --version) version=${2#v} ;;
        --to) to=$2 ;;
      esac
      shift 2
      ;;
    *) fail "unknown argument $1; see --help" 2 ;;
  esac
done

# The checksums come from the same server as the archive, so only https protects them.
case $releases in
  '') fail 'missing URL of the releases: use --from URL, or set MERCHANT_SANDBOX_RELEASES' 2 ;;
  https://* | http://127.0.0.1[:/]* | http://localhost[:/]*) ;;
  *) fail "--from must start with https://, received $releases" 2 ;;
esac
case $version in
  *[!0-9A-Za-z.-]*) fail "--version must be like 0.1.0, received $version" 2 ;;
esac
if [ -z "$to" ]; then
  [ -n "${HOME:-}" ] || fail 'HOME is not set: choose a directory with --to DIR' 2
  to=$HOME/.local/bin
fi
case $to in
  /*) ;;
  *) to=$PWD/$to ;;
esac

is_musl() {
  # Other C libraries may be installed too, so the system's own is checked first.
  if has getconf && getconf GNU_LIBC_VERSION >/dev/null 2>&1; then return 1; fi
  for loader in /lib/ld-musl-*; do
    [ -e "$loader" ] && return 0
  done
  has ldd && ldd --version 2>&1 | grep -qi musl
}

find_platform() {
  system=$(uname -s)
  machine=$(uname -m)
  case $machine in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) fail "there is no executable for $system on $machine" ;;
  esac
  case $system in
    Linux)
      platform=linux-$machine
      if is_musl; then platform=$platform-musl; fi
      ;;
    Darwin)
      # Under Rosetta, uname reports an Intel processor.
      if [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" = 1 ]; then machine=arm64; fi
      platform=darwin-$machine
      ;;
    MINGW* | MSYS* | CYGWIN*)
      fail "on Windows, unpack $releases/v$version/merchant-sandbox-windows-$machine.zip yourself"
      ;;
    *) fail "there is no executable for $system" ;;
  esac
}

download() {
  if has curl; then
    curl --fail --silent --show-error --location --proto-redir =https --connect-timeout 20 --output "$2" "$1"
  elif has wget; then
    # It has no flag that refuses a redirect to http: --https-only concerns recursive downloads.
    wget -q -O "$2" "$1"
  else
    fail 'install curl or wget first'
  fi || fail "cannot download $1"
}

checksum_of() {
  if has sha256sum; then
    sum=$(sha256sum <"$1")
  elif has shasum; then
    sum=$(shasum -a 256 <"$1")
  else
    fail 'install sha256sum or shasum first, to verify the download'
  fi
  printf '%s\n' "${sum%% *}"
}

find_platform
from=$releases/v$version

mkdir -p "$to" 2>/dev/null || fail "cannot create the directory $to: choose another with --to DIR"
work=$(mktemp -d "$to/.merchant-sandbox.XXXXXX" 2>/dev/null) ||
  fail "cannot write to the directory $to: choose another with --to DIR"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

download "$from/SHA256SUMS" "$work/SHA256SUMS"
archive=merchant-sandbox-$platform.tar.gz
if has xz && grep -q " merchant-sandbox-$platform.tar.xz\$" "$work/SHA256SUMS"; then
  archive=merchant-sandbox-$platform.tar.xz
fi
expected=$(awk -v file="$archive" '$2 == file { print $1 }' "$work/SHA256SUMS")
[ -n "$expected" ] || fail "release $version has no executable for $platform"
download "$from/$archive" "$work/$archive"
received=$(checksum_of "$work/$archive")
[ "$received" = "$expected" ] ||
  fail "the checksum of $archive is wrong: expected $expected, received $received; try again, and report it if it happens again"

case $archive in
  *.xz) tar -xJf "$work/$archive" -C "$work" ;;
  *) tar -xzf "$work/$archive" -C "$work" ;;
esac || fail "cannot unpack $archive"
executable=$work/merchant-sandbox-$version-$platform/merchant-sandbox
chmod 755 "$executable"
if ! said=$("$executable" --version 2>&1); then
  said=${said%%"$newline"*}
  case $said in
    *libstdc++*) fail "install libstdc++ first (on Alpine: apk add libstdc++)" ;;
    *) fail "the executable does not run here: $said" ;;
  esac
fi
mv -f "$executable" "$to/merchant-sandbox"

printf 'merchant-sandbox %s is installed as %s\n' "$said" "$to/merchant-sandbox"
case :${PATH:-}: in
  *":$to:"*) ;;
  *) printf 'Add %s to your PATH to call it by its name.\n' "$to" ;;
esac
