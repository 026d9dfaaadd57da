"""`trunnion view`: this machine only, one page, reloaded while a run goes on; models before they are solved."""
from __future__ import annotations

import http.client
import json
import re
import shutil
import signal
import socket
import subprocess
import time
import unittest
from pathlib import Path

from support import PROGRAM, SLIDER_CRANK, SOURCE, TestInFolder, beam, command

import trunnion


class Server:
    """The program while it serves; ends with Ctrl-C."""

    def __init__(self, *arguments: object) -> None:
        self.process = subprocess.Popen([PROGRAM, "view", *map(str, arguments)], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = ""
        for said in self.process.stdout:
            if "serving" in said:
                break
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said + (self.process.stderr.read() if self.process.stderr else "")
        self.port = int(found[1])

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=30)

    def ask(self, path: str, method: str = "GET", host: str | None = None) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host if host is not None else f"127.0.0.1:{self.port}")
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")


def browser() -> str:
    """Where Chromium is; skips the test where it or node is missing."""
    for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"):
        if Path(path).exists() and shutil.which("node"):
            return path
    raise unittest.SkipTest("no Chromium or no node on this machine")


class View(TestInFolder):
    def test_the_page_of_a_run_is_the_one_on_disk(self) -> None:
        trunnion.Model(beam()).run("out")
        with Server("out") as server:
            status, page = server.ask("/page")
            self.assertEqual(status, 200)
            self.assertEqual(page, (self.folder / "out" / "report.html").read_text(encoding="utf-8"))
            self.assertIn("<iframe", server.ask("/")[1])
            self.assertEqual(server.process.poll(), None)
        self.assertEqual(server.process.returncode, 0)

    def test_other_hosts_methods_and_paths_are_refused(self) -> None:
        trunnion.Model(beam()).run("out")
        (self.folder / "secret.txt").write_text("secret", encoding="utf-8")
        with Server("out") as server:
            for host in ("evil.example", f"evil.example:{server.port}", "", "127.0.0.1", "192.168.1.1:80"):
                self.assertEqual(server.ask("/page", host=host)[0], 403, host)
            self.assertEqual(server.ask("/page", host=f"localhost:{server.port}")[0], 200)
            for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE"):
                self.assertEqual(server.ask("/page", method)[0], 405, method)
            for path in ("/../secret.txt", "/page/../../secret.txt", "/%2e%2e/secret.txt", "/secret.txt", "//page",
                         "/summary.json", "/page?x=1", "/..%2fsecret.txt", "http://127.0.0.1/page"):
                status, text = server.ask(path)
                self.assertEqual(status, 404, path)
                self.assertNotIn("secret\n", text)

    def test_only_the_loopback_is_listened_on(self) -> None:
        trunnion.Model(beam()).run("out")
        with Server("out") as server:
            with open("/proc/net/tcp", encoding="ascii") as table:
                listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
            mine = [address for address in listening if int(address.split(":")[1], 16) == server.port]
            self.assertEqual(mine, [f"0100007F:{server.port:04X}"])

    def test_broken_requests_do_not_end_it(self) -> None:
        trunnion.Model(beam()).run("out")
        with Server("out") as server:
            for text in (b"\r\n\r\n", b"GET\r\n\r\n", b"\x00" * 40000, b"GET /page HTTP/1.1\r\n"):
                with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
                    try:
                        connection.sendall(text)
                        connection.shutdown(socket.SHUT_WR)
                        connection.recv(1000)
                    except OSError:
                        pass
            self.assertEqual(server.ask("/version")[0], 200)

    def test_the_page_changes_while_a_run_goes_on(self) -> None:
        model = trunnion.Model(beam())
        model.add("stage", name="modes", type="fe-modes", modes=2)
        model.run("out", stages=["bend"])
        with Server("out") as server:
            before = server.ask("/version")[1]
            first = server.ask("/page")[1]
            self.assertEqual(server.ask("/version")[1], before)
            model.run("out")
            self.assertNotEqual(server.ask("/version")[1], before)
            self.assertNotEqual(server.ask("/page")[1], first)

    def test_a_browser_looks_on_at_a_run_and_sees_it_grow(self) -> None:
        chromium = browser()
        model = trunnion.load(SLIDER_CRANK)
        model["stage"][1].update(samples=20000, checkpoint_every="0.3 s")
        model.save("long.toml")
        would_run_for_minutes = ["--set", "duration=30 s"]
        run = subprocess.Popen([PROGRAM, "run", "long.toml", "--out", "out", "--quiet", *would_run_for_minutes])
        try:
            while run.poll() is None and not (self.folder / "out" / "results.h5").exists():
                time.sleep(0.02)
            with Server("out") as server:
                script, address = SOURCE / "tests/report/live.mjs", f"http://127.0.0.1:{server.port}/"
                told = subprocess.run(["node", script, address, chromium], capture_output=True, text=True, check=False)
                self.assertEqual(told.returncode, 0, told.stderr)
                looked = json.loads(told.stdout)
                self.assertIsNone(run.poll(), "the run has ended too early for this test")
                self.assertEqual(looked["problems"], [])
                self.assertGreater(len(looked["seen"]), 1, looked)
                before, now = looked["seen"][-2:]
                self.assertIn("Running", now["chips"])
                self.assertEqual([len(page["scenes"]) for page in (before, now)], [2, 2])
                self.assertGreater(now["scenes"][-1], before["scenes"][-1])
                self.assertEqual(now["status"], ["done", "running"])
        finally:
            run.send_signal(signal.SIGINT)
            run.wait(60)
        self.assertEqual([stage.status for stage in trunnion.read_results("out").stages], ["done", "stopped"])
        segments = sorted((self.folder / "out" / "segments").iterdir())
        self.assertLessEqual(len(segments), 6, segments)  # those of pictures on the way are gone

    def test_a_run_without_a_page_yet_is_shown_from_its_results(self) -> None:
        trunnion.Model(beam()).run("out")
        (self.folder / "out" / "report.html").unlink()
        with Server("out") as server:
            self.assertIn("bend", server.ask("/page")[1])

    def test_a_folder_without_results_says_so(self) -> None:
        (self.folder / "empty").mkdir()
        with Server("empty") as server:
            self.assertIn("there are no results yet", server.ask("/page")[1])
        self.assertIn("there is no 'nowhere'", command("view", "nowhere").stderr)


class ModelView(TestInFolder):
    def shown(self, page: str) -> list[str]:
        """Names of what the 3-D view holds."""
        found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
        assert found
        scene = json.loads(found[1].replace("\\u003c", "<"))["scenes"][0]
        return [shown["name"] for shown in scene["bodies"] + scene["symbols"]]

    def test_bodies_markers_joints_and_loads_of_a_mechanism(self) -> None:
        self.assertEqual(command("view", SLIDER_CRANK, "--page", "page.html").returncode, 0)
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        names = self.shown(page)
        for name in ("rod", "crank", "slider", "marker crank.pin", "marker rod.big_end", "joint big end", "joint guide"):
            self.assertIn(name, names)
        self.assertIn("the model before it is solved", page)
        self.assertFalse((self.folder / "out").exists())

    def test_sets_supports_and_load_cases_of_a_body(self) -> None:
        trunnion.Model(beam()).save("beam.toml")
        self.assertEqual(command("view", "beam.toml", "--page", "page.html").returncode, 0)
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        self.assertIn("set xmax", page)
        self.assertIn("load tip load on tip", self.shown(page))
        self.assertTrue([name for name in self.shown(page) if name.startswith("support ")])

    def test_a_browser_uses_the_page_of_a_model_with_bearings_joints_and_loads(self) -> None:
        browser()
        model = trunnion.load(SOURCE / "examples" / "rotor" / "rotor.toml")
        model.add("bearing", name="roller", type="ball", between=["shaft.left", "ground.left"], balls=8,
                  ball_diameter="7 mm", pitch_diameter="31 mm")
        model.add("load", name="belt", on="shaft.right", direction=[1, 0, 0], size="100 N")
        (self.folder / "page").mkdir()
        model.save("page/model.toml")
        done = command("view", "page/model.toml", "--page", "page/report.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        names = self.shown((self.folder / "page" / "report.html").read_text(encoding="utf-8"))
        for name in ("shaft", "disc", "joint hub", "bearing roller", "load belt"):
            self.assertIn(name, names)
        used = subprocess.run(["node", SOURCE / "tools" / "check_pages.mjs", "--symbols", "page"], capture_output=True,
                              text=True, check=False)
        self.assertEqual(used.returncode, 0, used.stdout + used.stderr)

    def test_it_follows_the_file_and_shows_what_is_wrong_with_it(self) -> None:
        trunnion.Model(beam()).save("beam.toml")
        with Server("beam.toml") as server:
            self.assertIn("beam", server.ask("/page")[1])
            before = server.ask("/version")[1]
            (self.folder / "beam.toml").write_text("[[stage]]\ntype = 'fe-<b>mods'\n", encoding="utf-8")
            self.assertNotEqual(server.ask("/version")[1], before)
            page = server.ask("/page")[1]
            self.assertIn("fe-&lt;b&gt;mods", page)

    def test_hostile_names_of_a_model_stand_as_text(self) -> None:
        bad = "</script><img src=x onerror=alert(1)>"
        tables = beam(model={"name": bad, "description": bad})
        del tables["output"]
        tables["load"][0]["case"] = bad
        tables["stage"][0]["name"] = bad
        trunnion.Model(tables).save("beam.toml")
        with Server("beam.toml") as server:
            page = server.ask("/page")[1]
            self.assertNotIn("<img src=x", page)
            self.assertIn("&lt;img src=x", page)
            self.assertNotIn("img src", server.ask("/")[1])
