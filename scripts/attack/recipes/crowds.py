"""One address opens connections, reads nothing, drips heads and bodies, and floods expensive pages: another is served."""

import http.client
import pathlib
import socket
import statistics
import threading
import time

DESCRIPTORS = 1_024
CROWD = 1_500
ATTACKERS = "127.0.0.2"
VISITOR = "127.0.0.3"
"""All of 127.0.0.0/8 is this machine, and the server distinguishes its addresses."""
SECONDS = 12
SLOWEST = 1.0
"""The maximum p99 of another visitor, seconds; the machine is shared with the attackers."""
LIST = "/prod-api/v2/app/config"


def run(attack):
    with attack.site(RATE_PER_SECOND="20", RATE_BURST="60") as site:
        narrow(site)
        site.fill(300)
        site.start()
        site.visitor().rows("/v2/works/detail/list")
        quiet, _ = visits(site, 3)
        print(f"  quiet: {summary(quiet)}; {memory(site)} MB")
        for name, crowd in CROWDS.items():
            for _ in attack.rounds(1):
                ended = threading.Event()
                thread = threading.Thread(target=crowd, args=(site, ended))
                thread.start()
                time.sleep(2)
                times, failed = visits(site, SECONDS)
                ended.set()
                thread.join()
                print(f"  {name}: {summary(times)}, {failed} without a response; {memory(site)} MB")
                attack.check(failed == 0, f"{name}: {failed} of {failed + len(times)} visits had no response")
                slow = percentile(times, 99)
                attack.check(slow <= SLOWEST, f"{name}: p99 of another visitor is {slow * 1000:.0f} ms")
                attack.check(site.readiness()[0] == 200, f"{name}: {site.readiness()}")
        member = site.member("member_one")
        attack.check(member.like(site.works()[0]).good, "a write afterwards was rejected")
        attack.check(not (why := site.is_equal_soon()), f"the index differs: {why}")


def narrow(site):
    """Gives the server as few file descriptors as many machines do."""
    program = pathlib.Path(site.program).resolve()
    wrapper = site.folder / "narrow"
    wrapper.write_text(f'#!/bin/sh\nulimit -n {DESCRIPTORS}\nexec "{program}" "$@"\n')
    wrapper.chmod(0o700)
    site.program = str(wrapper)


# --- another visitor ---------------------------------------------------------------------------------------------


def visits(site, seconds):
    """The latencies of visits, ten a second with a connection each, and the number without a response."""
    times, failed = [], 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=5, source_address=(VISITOR, 0))
        try:
            connection.request("GET", LIST)
            answer = connection.getresponse()
            answer.read()
            if answer.status == 200:
                times.append(time.monotonic() - began)
            else:
                failed += 1
        except (OSError, http.client.HTTPException):
            failed += 1
        finally:
            connection.close()
        time.sleep(max(0.0, 0.1 - (time.monotonic() - began)))
    return times, failed


def percentile(times, number):
    return statistics.quantiles(times, n=100)[number - 1] if len(times) > 1 else float("inf")


def summary(times):
    if len(times) < 2:
        return "no responses"
    return f"p50 {percentile(times, 50) * 1000:.1f} ms, p99 {percentile(times, 99) * 1000:.1f} ms"


def memory(site):
    for line in pathlib.Path(f"/proc/{site.server.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0


# --- the attackers -----------------------------------------------------------------------------------------------


def connect(site):
    """A connection of the attackers' address, or none."""
    try:
        return socket.create_connection(("127.0.0.1", site.port), timeout=2, source_address=(ATTACKERS, 0))
    except OSError:
        return None


def say(connection, text):
    """Sends bytes; returns whether that was possible."""
    try:
        connection.settimeout(0.2)
        connection.sendall(text)
        return True
    except OSError:
        return False


def close(connections):
    for connection in connections:
        connection.close()


def get(path, count=1):
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * count


def polling(site, ended):
    """1,500 connections that send a request now and then, and reconnect when closed."""
    connections = []
    while not ended.is_set():
        connections += [one for _ in range(CROWD - len(connections)) if (one := connect(site))]
        connections, before = [], connections
        for connection in before:
            if say(connection, get("/healthz")) and is_open(connection):
                connections.append(connection)
            else:
                connection.close()
        ended.wait(0.5)
    close(connections)


def is_open(connection):
    """Whether the server has not closed it; reads what is available."""
    connection.settimeout(0)
    try:
        while True:
            if not connection.recv(4096):
                return False
    except BlockingIOError:
        return True
    except OSError:
        return False


def unread(site, ended):
    """60 connections with 16 large unread responses each."""
    connections = [one for _ in range(60) if (one := connect(site))]
    for connection in connections:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        say(connection, get("/openapi.yaml", 16))
    ended.wait()
    close(connections)


def slow_heads(site, ended):
    """200 heads, a byte at a time."""
    drip(site, ended, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")


def slow_bodies(site, ended):
    """200 bodies, a byte at a time, to an operation that accepts large ones."""
    drip(site, ended, b"POST /prod-api/admin/imports/1/part HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")


def drip(site, ended, beginning):
    connections = []
    while not ended.is_set():
        for _ in range(200 - len(connections)):
            if (one := connect(site)) and say(one, beginning):
                connections.append(one)
        connections = [one for one in connections if say(one, b"a")]
        ended.wait(0.5)
    close(connections)


def flood(path):
    """16 connections that send requests without a pause."""

    def ask(site, ended):
        while not ended.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=5, source_address=(ATTACKERS, 0))
            try:
                while not ended.is_set():
                    connection.request("GET", path)
                    connection.getresponse().read()
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()

    def crowd(site, ended):
        threads = [threading.Thread(target=ask, args=(site, ended)) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return crowd


CROWDS = {
    "1,500 connections": polling,
    "60 connections with 16 unread answers": unread,
    "200 slow heads": slow_heads,
    "200 slow bodies": slow_bodies,
    "the contract, 16 at once": flood("/openapi.yaml"),
    "the contract as a page, 16 at once": flood("/docs"),
}
