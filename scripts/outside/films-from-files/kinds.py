"""Film files of twelve kinds: kinds.py FOLDER FILE makes them, and writes their works as lines of the import."""

import json
import pathlib
import subprocess
import sys
from typing import Any

SECONDS = 5


def picture(size: str = "640x360", rate: int = 24, seconds: int = SECONDS) -> "list[str]":
    return ["-f", "lavfi", "-i", f"testsrc=size={size}:rate={rate}:duration={seconds}"]


def sound(pitch: int = 440, seconds: int = SECONDS) -> "list[str]":
    return ["-f", "lavfi", "-i", f"sine={pitch}:duration={seconds}"]


H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "48"]
HEVC = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"]
AAC = ["-c:a", "aac", "-b:a", "64k"]
SURROUND = ["-f", "lavfi", "-i", "aevalsrc=" + "|".join(["0.1*sin(440*2*PI*t)"] * 6) + f":c=5.1:d={SECONDS}"]
HDR = ["-pix_fmt", "yuv420p10le", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"]
FIELDS = ["-vf", "interlace", "-flags", "+ilme+ildct", "-aspect", "16:9"]
VARIES = ["-vf", "select='lt(n,40)+not(mod(n,3))'", "-vsync", "vfr"]
TRACKS = [
    *["-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:s", "-map", "4:s", "-map", "5:s"],
    *["-metadata:s:a:0", "language=chi", "-metadata:s:a:1", "language=eng", "-metadata:s:s:0", "language=chi", "-metadata:s:s:0",
      "title=简体", "-metadata:s:s:1", "language=eng", "-metadata:s:s:2", "language=jpn", "-c:s:0", "srt", "-c:s:1", "ass", "-c:s:2", "webvtt"],
]
SUBTITLES = "".join(f"{at}\n00:00:0{at},000 --> 00:00:0{at},900\n第{at}秒\n\n" for at in range(1, SECONDS))

# The file of each kind, ffmpeg's arguments, and what is expected of the film: qualities, sounds, subtitles.
KINDS: "dict[str, tuple[str, list[str], dict[str, Any]]]" = {
    # Long enough for another quality to begin.
    "H.264": ("a.mp4", [*picture("1280x720", 24, 24), *sound(440, 24), *H264, *AAC], {"qualities": ["720p", "480p"], "seconds": 24}),
    "HEVC": ("a.mkv", [*picture(), *sound(), *HEVC, "-c:a", "ac3"], {}),
    "VP9": ("a.webm", [*picture(), *sound(), "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"], {}),
    "AV1": ("a.mkv", [*picture("320x180"), *sound(), "-c:v", "libsvtav1", "-preset", "12", "-c:a", "libopus"], {"qualities": ["180p"]}),
    "MPEG-2": ("a.mpg", [*picture("720x400"), *sound(), "-c:v", "mpeg2video", "-b:v", "2M", "-c:a", "mp2"], {"qualities": ["400p"]}),
    "10 bit and HDR": ("a.mkv", [*picture(), *sound(), *HEVC, *HDR, *AAC], {}),
    "interlaced": ("a.ts", [*picture("720x576", 50), *sound(), *FIELDS, "-c:v", "mpeg2video", "-b:v", "3M", "-c:a", "mp2"],
                   {"qualities": ["576p", "480p"], "size": [1024, 576]}),
    "upright": ("a.mov", [*picture("852x480"), *sound(), *H264, *AAC], {"qualities": ["480p"], "turn": True, "size": [480, 852]}),
    "a rate that varies": ("a.mp4", [*picture(), *sound(), *VARIES, *H264, *AAC], {}),
    "5.1": ("a.mkv", [*picture(), *SURROUND, *H264, "-c:a", "ac3"], {}),
    "no sound": ("a.mp4", [*picture(), *H264], {"sounds": 0}),
    "two sounds, three subtitles": (
        "a.mkv", [*picture(), *sound(), *sound(880), *["-i", "lines.srt"] * 3, *TRACKS, *H264, *AAC], {"sounds": 2, "subtitles": 3}
    ),
}
NUMBERS = {kind: f"FLF-{at:03}" for at, kind in enumerate(KINDS, 1)}
# Works for what goes wrong.
OTHERS = ["BAD-001", "BAD-002", "BAD-003"]


def run(arguments: "list[str]", folder: pathlib.Path) -> None:
    ran = subprocess.run(["ffmpeg", "-v", "error", "-y", "-nostdin", *arguments], cwd=folder, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{arguments[-1]}: {ran.stderr[-800:]}")


def make(root: pathlib.Path) -> None:
    for kind, (file, arguments, expected) in KINDS.items():
        folder = root / NUMBERS[kind]
        folder.mkdir(parents=True)
        (folder / "lines.srt").write_text(SUBTITLES)
        run([*arguments, file], folder)
        (folder / "lines.srt").unlink()
        if expected.get("turn"):
            (folder / file).rename(folder / "lying.mov")
            run(["-i", "lying.mov", "-c", "copy", "-metadata:s:v", "rotate=90", file], folder)


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]))
    with open(sys.argv[2], "w", encoding="utf-8") as lines:
        for number in [*NUMBERS.values(), *OTHERS]:
            print(json.dumps({"channel": "censored", "number": number, "title": "影片", "pubTime": "2026-01-01"}), file=lines)
        for more in ({"channel": "western", "number": "BAD-003"}, {"channel": "censored", "number": "BAD-004", "hidden": True}):
            print(json.dumps({"title": "影片", "pubTime": "2026-01-01", **more}), file=lines)
