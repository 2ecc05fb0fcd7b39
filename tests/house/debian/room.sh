# A room for a Debian: views of its own of disk, network, processes, and systemd as process 1.
# Called with: the base, a folder, the size of its disk, a name.
# Mounts and processes end with it.
set -eu
base=$1 folder=$2 size=$3 name=$4
mount --make-rprivate /
mkdir "$folder/disk" "$folder/room" "$folder/groups"
mount -t cgroup2 cgroup2 "$folder/groups"
mkdir "$folder/groups/$name"
echo $$ > "$folder/groups/$name/cgroup.procs"
mount -t tmpfs -o "size=$size" disk "$folder/disk"
mkdir "$folder/disk/new" "$folder/disk/work"
mount -t overlay -o "lowerdir=$base,upperdir=$folder/disk/new,workdir=$folder/disk/work" overlay "$folder/room"
cd "$folder/room"
mount -t tmpfs -o mode=755 run run
mount -t tmpfs -o mode=755 dev dev
mknod -m 666 dev/null c 1 3
mknod -m 666 dev/zero c 1 5
mknod -m 666 dev/full c 1 7
mknod -m 666 dev/random c 1 8
mknod -m 666 dev/urandom c 1 9
mknod -m 666 dev/tty c 5 0
mkdir dev/pts dev/shm
chmod 1777 dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
unshare --mount --net --pid --uts --ipc --cgroup --fork --kill-child sh -euc '
hostname mx
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
pivot_root . mnt  # units with users of their own cannot be started below a chroot
exec env --ignore-environment container=tests PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -euc "
umount --lazy /mnt
exec /lib/systemd/systemd
"
' || true
echo $$ > "$folder/groups/cgroup.procs"
find "$folder/groups/$name" -depth -type d -exec rmdir {} +
