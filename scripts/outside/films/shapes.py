"""Films of every shape:
shapes.py lines                                   prints their works as lines of the import
shapes.py make FFMPEG ORIGIN STREAMS FILE         creates each in the folder of its work, and writes the expected results
"""

import json
import os
import pathlib
import subprocess
import sys

from people import Person

SECONDS = 12
PICTURE = ["-f", "lavfi", "-i", f"testsrc=size=320x180:rate=24:duration={SECONDS}"]
SOUND = ["-f", "lavfi", "-i", f"sine=440:duration={SECONDS}"]
OTHER_SOUND = ["-f", "lavfi", "-i", f"sine=880:duration={SECONDS}"]
H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "48", "-sc_threshold", "0"]
AAC = ["-c:a", "aac", "-b:a", "64k"]
HLS = ["-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
FMP4 = ["-hls_segment_type", "fmp4"]
PLAIN = [*PICTURE, *SOUND, *H264, *AAC, *HLS]
LADDER = [*PICTURE, *SOUND, "-map", "0:v", "-map", "1:a", "-map", "0:v", "-map", "1:a", *H264, *AAC, "-b:v:0", "200k", "-b:v:1", "80k"]
MASTER = ["-master_pl_name", "index.m3u8"]
SUBTITLED = [*PICTURE, *SOUND, "-i", "../subtitles.srt", "-map", "0:v", "-map", "1:a", "-map", "2:s", *H264, *AAC, "-c:s", "webvtt"]
WITH_SUBTITLES = ["-var_stream_map", "v:0,a:0,s:0,sgroup:s,language:zh", "v%v/index.m3u8"]
SUBTITLES = "".join(f"{at}\n00:00:{at:02},000 --> 00:00:{at:02},900\n第{at}秒\n\n" for at in range(1, SECONDS))

# The arguments of each shape, and what is expected: sound by default, a number of tracks, or an error message.
SHAPES: "dict[str, tuple[list[str], dict[str, object]]]" = {
    "flat": ([*PLAIN, "index.m3u8"], {}),
    "ladder in folders": ([*LADDER, *HLS, *MASTER, "-var_stream_map", "v:0,a:0 v:1,a:1", "v%v/index.m3u8"], {}),
    "ladder in one folder": ([*LADDER, *HLS, *MASTER, "-var_stream_map", "v:0,a:0 v:1,a:1", "stream_%v.m3u8"], {}),
    "fMP4": ([*PLAIN, *FMP4, "index.m3u8"], {}),
    "byte ranges of fMP4": ([*PLAIN, *FMP4, "-hls_flags", "single_file", "index.m3u8"], {}),
    "byte ranges of TS": ([*PLAIN, "-hls_flags", "single_file", "index.m3u8"], {}),
    "separate sound": (
        [*PICTURE, *SOUND, *OTHER_SOUND, "-map", "0:v", "-map", "1:a", "-map", "2:a", *H264, *AAC, *HLS, *MASTER, "-var_stream_map",
         "v:0,agroup:a a:0,agroup:a,language:zh,default:yes a:1,agroup:a,language:en", "v%v/index.m3u8"],
        {"sounds": 2},
    ),
    "separate sound in fMP4": (
        [*PICTURE, *SOUND, *OTHER_SOUND, "-map", "0:v", "-map", "1:a", "-map", "2:a", *H264, *AAC, *HLS, *FMP4, *MASTER,
         "-var_stream_map", "v:0,agroup:a a:0,agroup:a,language:zh,default:yes a:1,agroup:a,language:en", "v%v.m3u8"],
        {"sounds": 2},
    ),
    # By default ffmpeg starts TS at 1.4 s without shifting the subtitles: findings/ffmpeg-hls-subtitles.sh.
    "subtitles": ([*SUBTITLED, "-muxdelay", "0", "-muxpreload", "0", *HLS, *MASTER, *WITH_SUBTITLES], {"subtitles": 1}),
    "subtitles beside fMP4": ([*SUBTITLED, *HLS, *FMP4, *MASTER, *WITH_SUBTITLES], {"subtitles": 1}),
    "AES-128": ([*PLAIN, "-hls_key_info_file", "key.info", "index.m3u8"], {}),
    "Chinese names with spaces": (
        [*LADDER, *HLS, *MASTER, "-var_stream_map", "v:0,a:0,name:高清 v:1,a:1,name:标清", "-hls_segment_filename",
         "目录 %v/第 %03d 段.ts", "目录 %v/列表.m3u8"],
        {},
    ),
    "names with + and &": ([*PLAIN, "-hls_segment_filename", "a+b & (c) [%03d].ts", "index.m3u8"], {}),
    "names in capitals": ([*PLAIN, "-hls_segment_filename", "SEG%03d.TS", "index.m3u8"], {}),
    "m4v files": ([*PLAIN, *FMP4, "-hls_fmp4_init_filename", "begin.mp4", "-hls_segment_filename", "part%03d.m4v", "index.m3u8"], {}),
    "two films in a row": ([*PLAIN, "index.m3u8"], {"seconds": 2 * SECONDS}),
    "one that grows": ([*PICTURE, *SOUND, *H264, "-g", "24", *AAC, *HLS, "-hls_time", "1", "index.m3u8"], {"grows": True}),
    "MP3 sound": ([*PICTURE, *SOUND, *H264, "-c:a", "libmp3lame", *HLS, "index.m3u8"], {}),
    "picture alone": ([*PICTURE, *H264, *HLS, "index.m3u8"], {"silent": True}),
    "VP9 and Opus": ([*PICTURE, *SOUND, "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "48", "-c:a", "libopus",
                      *HLS, *FMP4, "index.m3u8"], {}),
    "HEVC": ([*PICTURE, *SOUND, "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", *AAC, *HLS, "index.m3u8"],
             {"notice": True}),
    "MPEG-2": ([*PICTURE, *SOUND, "-c:v", "mpeg2video", *AAC, *HLS, "index.m3u8"], {"notice": True}),
    "AC-3 sound": ([*PICTURE, *SOUND, *H264, "-c:a", "ac3", *HLS, "index.m3u8"], {"notice": True}),
}
NUMBERS = {shape: f"FLM-{at:03}" for at, shape in enumerate(SHAPES, 1)}


def run(ffmpeg: str, arguments: "list[str]", folder: pathlib.Path) -> None:
    ran = subprocess.run([ffmpeg, "-v", "error", "-y", *arguments], cwd=folder, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{folder.name}: {ran.stderr[-800:]}")


def prepare(folder: pathlib.Path) -> None:
    (folder.parent / "subtitles.srt").write_text(SUBTITLES)
    (folder / "film.key").write_bytes(os.urandom(16))
    (folder / "key.info").write_text("film.key\nfilm.key\n")


def join(ffmpeg: str, folder: pathlib.Path) -> None:
    """A second film after the first, of another size, as a discontinuity."""
    other = [*PICTURE, *SOUND, "-vf", "scale=640:360,hflip", *H264, *AAC, *HLS, "-hls_segment_filename", "second%d.ts", "second.m3u8"]
    run(ffmpeg, other, folder)
    first, second = ((folder / name).read_text() for name in ("index.m3u8", "second.m3u8"))
    begin = second.index("#EXTINF")
    (folder / "index.m3u8").write_text(first.replace("#EXT-X-ENDLIST\n", f"#EXT-X-DISCONTINUITY\n{second[begin:]}"))


def make(ffmpeg: str, origin: str, streams: pathlib.Path, file: str) -> None:
    rows, made = Person(origin).get("/v2/works/detail/list?keyword=FLM&pageSize=100")["rows"], []
    for shape, (arguments, expected) in SHAPES.items():
        work = next(row for row in rows if row["number"] == NUMBERS[shape])
        folder = streams / work["id"]
        folder.mkdir(parents=True)
        prepare(folder)
        run(ffmpeg, arguments, folder)
        if shape == "two films in a row":
            join(ffmpeg, folder)
        if expected.get("grows"):
            (folder / "index.m3u8").rename(folder / "whole.m3u8")
        made.append({"shape": shape, "number": NUMBERS[shape], "id": work["id"], "folder": str(folder), "seconds": SECONDS, **expected})
    pathlib.Path(file).write_text(json.dumps(made))


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4]), sys.argv[5])
    for number in NUMBERS.values() if sys.argv[1] == "lines" else ():
        print(json.dumps({"channel": "censored", "number": number, "title": "影片", "pubTime": "2026-01-01", "isOnline": 1}))
