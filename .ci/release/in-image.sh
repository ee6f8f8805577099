#!/bin/sh
# Runs a command in the root of an image as a container does: read-only, as nobody, with /proc and little else.
# Takes the root and the command; needs root, and `unshare --mount` before it. The environment is the command's.
set -eu
root=$1
shift
path=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin
mkdir -p "$root/proc"
mount --bind "$root" "$root"
mount --rbind /proc "$root/proc"
mount -o remount,bind,ro "$root"
chroot=$(command -v chroot)
PATH=$path
exec "$chroot" --userspec=65532:65532 "$root" "$@"
