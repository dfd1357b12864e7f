#!/bin/sh
# Copies out of a Debian what a release needs of a system, into an empty folder: the C and C++ libraries, no shell, no
# package manager. What it is stays known to scanners (status.d) and its licences are with it.
set -eu
target=$1
packages='base-files libc6 libgcc-s1 libstdc++6'

mkdir -p "$target/etc" "$target/tmp" "$target/proc" "$target/dev" "$target/portal" "$target/var/lib/dpkg/status.d" \
  "$target/usr/lib" "$target/usr/lib64"
for package in $packages; do
  dpkg --listfiles "$package"
  dpkg --status "$package" > "$target/var/lib/dpkg/status.d/$package"
done |
  grep --invert-match --extended-regexp '^/(usr/lib/[^/]*/gconv|usr/share/(man|info|locale|lintian|gcc|gdb))|^/usr/share/doc/.*(changelog|README|NEWS|FAQ)|^/\.$' |
  sed 's,^/,,' |
  tar --create --no-recursion --directory=/ --files-from=- |
  tar --extract --directory="$target"
chmod 1777 "$target/tmp"
echo 'portal:x:65532:65532:portal:/tmp:/nonexistent' > "$target/etc/passwd"
echo 'portal:x:65532:' > "$target/etc/group"
echo 'hosts: files dns' > "$target/etc/nsswitch.conf"
