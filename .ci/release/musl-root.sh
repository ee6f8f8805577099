#!/bin/sh
# Makes a directory that is to a musl executable what Alpine is: musl's loader and libc, libstdc++, and
# little else. Takes the executable's root as its argument; needs Debian's packages musl and musl-tools.
set -eu
root=$1
mkdir -p "$root/bin" "$root/lib" "$root/tmp" "$root/proc" "$root/dev"

cp /lib/x86_64-linux-musl/libc.so "$root/lib/ld-musl-x86_64.so.1"
cp /usr/lib/x86_64-linux-gnu/libstdc++.so.6 /lib/x86_64-linux-gnu/libgcc_s.so.1 "$root/lib/"

# Debian's libstdc++ is built on glibc, and asks for a few things that musl has by other names, or not.
# They come from a file of the name of glibc's loader, which libstdc++ asks for too.
cat >"$root/tmp/stand-in.c" <<'C'
#include <sys/random.h>
#include <time.h>

char __libc_single_threaded = 0;
int __cpu_model[4];

int __cpu_indicator_init(void) { return 0; }
int _dl_find_object(void *address, void *result) { return -1; }
int __cxa_thread_atexit_impl(void (*run)(void *), void *object, void *library) { return 0; }

unsigned arc4random(void) {
  unsigned number;
  getrandom(&number, sizeof number, 0);
  return number;
}

size_t __strftime_l(char *text, size_t size, const char *format, const struct tm *time, void *locale) {
  return strftime(text, size, format, time);
}
C
musl-gcc -shared -fPIC -o "$root/lib/ld-linux-x86-64.so.2" "$root/tmp/stand-in.c"

echo 'int main(void) { return 0; }' >"$root/tmp/true.c"
musl-gcc -static -o "$root/bin/true" "$root/tmp/true.c"
