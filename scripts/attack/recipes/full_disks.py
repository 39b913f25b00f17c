"""A small disk is filled while members write and files are imported, and freed again: it recovers without intervention."""

import pathlib
import subprocess
import tempfile
import time

MEGABYTES = 64
WORKS = 300


def run(attack):
    disk = pathlib.Path(tempfile.mkdtemp(prefix="yingku-attack-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        disk.rmdir()
        attack.skip("this user may not mount a file system")
    try:
        attack_disk(attack, disk)
    finally:
        subprocess.run(["umount", "-l", str(disk)])
        disk.rmdir()


def attack_disk(attack, disk):
    with attack.site(disk) as site:
        site.fill(WORKS)
        site.start()
        works = site.works()
        member = site.member("member_one")
        imported = WORKS
        rejected = 0
        for at in attack.rounds(10):
            # Every second time the disk is filled by an import running next to the server.
            filler = disk / "filler"
            fill(filler, leave=attack.dice.choice([0, 0, 200_000, 1_000_000]))
            if at % 2:
                site.run("import", "-", good=False, text=lines_of(site, imported))
            until = time.monotonic() + attack.dice.uniform(1, 3)
            while time.monotonic() < until:
                answer = member.like(attack.dice.choice(works), attack.dice.random() < 0.5)
                attack.check(answer.status in (200, 503), f"the response to a write on a full disk is {answer}")
                rejected += answer.status == 503
                attack.check(member.get("/v2/works/detail/list").good, "a list failed")
                attack.check(site.readiness()[0] == 200, f"/readyz on a full disk: {site.readiness()}")
            filler.unlink()
            if at % 2:
                site.run("import", "-", text=lines_of(site, imported))
                imported += 100
            for _ in range(50):
                answer = member.like(attack.dice.choice(works), attack.dice.random() < 0.5)
                attack.check(answer.good, f"the response to a write after the disk was freed is {answer}")
            attack.check(not (why := site.is_equal_soon()), f"the index differs: {why}")
            status, reported = site.readiness()
            attack.check(status == 200 and reported["indexedWorks"] == imported, f"/readyz: {status} {reported}")
            attack.check(site.wrong_counts() == 0, "counters differ from their rows")
        print(f"  {rejected} writes were rejected while the disk was full")
        took = site.stop()
        attack.check(took < 15, f"the stop took {took:.0f} s")


def lines_of(site, imported):
    from site_under_attack import lines

    return lines(100, imported + 1)


def fill(path, leave):
    """Fills the disk up to `leave` bytes."""
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4_096))
        except OSError:
            file.truncate(max(0, file.tell() - leave))
