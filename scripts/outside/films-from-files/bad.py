"""Files, names, disks and moments that are bad: bad.py PROGRAM SITE SOURCES prints a table."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from kinds import H264, HEVC, NUMBERS, run, picture
from program import Site, children_named
from table import Table, same

table = Table()
site = Site(sys.argv[1], sys.argv[2])
sources = pathlib.Path(sys.argv[3])
bad = sources / "bad"
bad.mkdir()
good = sources / NUMBERS["H.264"] / "a.mp4"
matroska = sources / NUMBERS["two sounds, three subtitles"] / "a.mkv"


def rejected(name: str, reason: str, *arguments: str, number: str = "BAD-001", **environment: str) -> None:
    """It is rejected for the reason, in seconds, and changes nothing."""
    before, folders = site.state(number), sorted(path.name for path in site.streams.iterdir())
    status, said = site.run("film", "add", *arguments, "--work", number, **environment)
    with table.check(f"{name}: {reason}"):
        same(status, 1, said)
        same(reason in said, True, said)
        same(site.state(number), before, "isOnline")
        same(sorted(path.name for path in site.streams.iterdir()), folders, "folders")


def write(name: str, content: bytes) -> str:
    (bad / name).write_bytes(content)
    return str(bad / name)


def files() -> None:
    rejected("a text", "不是影片文件", write("text.mp4", "这不是影片\n".encode() * 500))
    rejected("a picture", "不是影片文件", str(next(site.streams.rglob("cover.jpg")).rename(bad / "picture.mp4")))
    rejected("a playlist that leads elsewhere", "不是影片文件", write("list.mp4", f"#EXTM3U\n#EXTINF:5,\nfile://{good}\n#EXT-X-ENDLIST\n".encode()))
    rejected("a list of files", "不是影片文件", write("concat.mp4", f"ffconcat version 1.0\nfile '{good}'\n".encode()))
    rejected("nothing", "文件是空的", write("empty.mp4", b""))
    rejected("no end", "文件损坏", write("half.mp4", good.read_bytes()[: good.stat().st_size // 2]))
    rejected("half of a Matroska", "文件损坏", write("half.mkv", matroska.read_bytes()[: matroska.stat().st_size // 3]))
    rejected("noise in a film's head", "不是影片文件", write("noise.mkv", os.urandom(200_000)))
    run(["-f", "lavfi", "-i", "sine=duration=2", str(bad / "sound.mp4")], bad)
    rejected("sound alone", "没有画面", str(bad / "sound.mp4"))
    rejected("no file", "找不到文件", str(bad / "none.mp4"))
    rejected("a folder", "不是普通文件", str(bad))
    rejected("subtitles alone", "没有影片，只有字幕", write("a.srt", b""))
    rejected("two films", "一次只能添加一部影片", str(good), str(matroska))
    rejected("no ffmpeg", "找不到 ffprobe", str(good), PATH="/nowhere")


def works() -> None:
    status, said = site.add(good, "NONE-001")
    with table.check("a work that does not exist"):
        same((status, "没有编号为 NONE-001 的影片" in said), (1, True), said)
    rejected("a number of two channels", "请加 --channel：censored、western", str(good), number="BAD-003")
    status, said = site.add(good, "BAD-003", "--channel", "western")
    with table.check("the channel is named"):
        same(status, 0, said)
    status, said = site.add(good, "bad-004")
    with table.check("a hidden work gets its film and stays hidden"):
        same((status, "hidden" in said), (0, True), said)
        same((site.state("BAD-004"), site.work("BAD-004").get("hidden")), (1, True))
    rejected("a film that is there", "请加 --replace", str(good), number=NUMBERS["H.264"])
    names = ["with space", "-dash", "'quotes' \"both\"", "影片：一", "a%05d:b", "$(x);&|", "new\nline"]
    for name in names:
        shutil.copy(good, bad / f"{name}.mp4")
        status, said = site.add(bad / f"{name}.mp4", "BAD-002", "--replace")
        with table.check(f"a file named {name!r}"):
            same(status, 0, said)
    shutil.copy(good, site.folder / "-leading.mp4")
    status, said = site.add("-leading.mp4", "BAD-002", "--replace")
    with table.check("a name that begins with a dash, from its folder"):
        same(status, 0, said)
    run([*picture("7680x4320", 24, 1), *H264, str(bad / "8k.mp4")], bad)
    status, said = site.add(bad / "8k.mp4", "BAD-002", "--replace")
    with table.check("8K becomes 1080p, 720p, 480p"):
        same((status, "1080p, 720p, 480p" in said), (0, True), said)


def unfinished() -> pathlib.Path:
    """The folder of an unfinished film."""
    workshop = site.streams / ".films"
    return next(workshop.glob("*.new"), workshop / "none")


def begun(process: "subprocess.Popen[str]") -> None:
    """Waits until a film is being made."""
    last = time.monotonic() + 60
    while not any(unfinished().glob("*/*/0000*.m4s")):
        if process.poll() is not None or time.monotonic() > last:
            raise AssertionError(f"it has not begun: {process.communicate()}")
        time.sleep(0.05)


def gone(name: str) -> None:
    last = time.monotonic() + 10
    while children_named(name):
        if time.monotonic() > last:
            raise AssertionError(f"{name} runs on")
        time.sleep(0.05)


def moments() -> None:
    long = bad / "long.mkv"
    run([*picture("1280x720", 24, 120), *HEVC, str(long)], bad)
    arguments = ("film", "add", "--work", "BAD-001", "--", str(long))
    with table.check("interrupted: nothing is left, and the work is as before"):
        process = site.start(*arguments)
        begun(process)
        same(site.state("BAD-001"), 2, "isOnline meanwhile")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
        same((process.returncode, "已中断" in said), (1, True), said)
        same((site.state("BAD-001"), site.left()), (0, []))
        gone("ffmpeg")
    with table.check("two at once: the second is rejected, the first continues"):
        process = site.start(*arguments)
        begun(process)
        status, said = site.add(good, "BAD-001")
        same((status, "另一个进程正在处理" in said), (1, True), said)
        same((process.poll(), site.state("BAD-001")), (None, 2))
    with table.check("kill -9: ffmpeg ends too, nothing is served, and the next run clears what is left"):
        process.kill()
        process.communicate(timeout=20)
        gone("ffmpeg")
        same((site.state("BAD-001"), len(site.left()) > 0), (2, True))
        unserved = [path for path in site.streams.iterdir() if path.is_dir() and path.name != ".films" and not (path / "index.m3u8").exists()]
        same(unserved, [], "half films")
        status, said = site.add(bad / "text.mp4", "BAD-001")
        same(status, 1)
        status, said = site.add(good, "BAD-001")
        same((status, site.state("BAD-001"), site.left()), (0, 1, []), said)
    with table.check("kill -9 while a film is replaced: the one before plays on"):
        target = next(path for path in site.streams.iterdir() if (path / "index.m3u8").exists())
        before = (target / "index.m3u8").read_text()
        process = site.start("film", "add", "--replace", "--work", target.name, "--", str(long))
        begun(process)
        process.kill()
        process.communicate(timeout=20)
        same((target / "index.m3u8").read_text(), before)
        gone("ffmpeg")
    with table.check("an ffmpeg that fails at once"):
        tools = bad / "tools"
        tools.mkdir()
        for name, script in (("ffmpeg", f'case "$*" in *-progress*) echo broken >&2; exit 9;; esac; exec {shutil.which("ffmpeg")} "$@"'),
                             ("ffprobe", f'exec {shutil.which("ffprobe")} "$@"')):
            (tools / name).write_text(f"#!/bin/sh\n{script}\n")
            (tools / name).chmod(0o755)
        status, said = site.add(good, "BAD-001", "--replace", PATH=f"{tools}:{os.environ['PATH']}")
        same((status, "ffmpeg 失败：broken" in said, site.state("BAD-001")), (1, True, 1), said)
        same(site.left(), [])


def disks() -> None:
    if os.geteuid() != 0:
        print("not root: no disk is filled")
        return
    small = site.folder / "small"
    small.mkdir()
    with table.check("a disk that is too small: said before anything is made"):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(small)], check=True)
        try:
            status, said = site.add(good, "BAD-003", "--channel", "censored", STREAM_DIR=str(small))
            same((status, "磁盘空间不足：约需" in said), (1, True), said)
            subprocess.run(["mount", "-o", "remount,size=200m", str(small)], check=True)
            process = site.start("film", "add", "--work", "BAD-003", "--channel", "censored", "--", str(bad / "long.mkv"), STREAM_DIR=str(small))
            while not any(small.glob(".films/*.new/*/*/00000.m4s")) and process.poll() is None:
                time.sleep(0.02)
            subprocess.run(["dd", "if=/dev/zero", f"of={small}/filler", "bs=1M"], capture_output=True, check=False)
            _, said = process.communicate(timeout=120)
            same((process.returncode, "磁盘空间不足" in said), (1, True), said)
            same(sorted(path.name for path in small.iterdir()), ["filler"])
        finally:
            subprocess.run(["umount", str(small)], check=True)


files()
works()
moments()
disks()
table.end()
