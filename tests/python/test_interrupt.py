"""Runs that are stopped: by Ctrl-C, by the callback's answer, by its exception. What was computed is kept."""
from __future__ import annotations

import os
import signal
import threading
import time

from support import SLIDER_CRANK, TestInFolder

import trunnion


def long_model() -> trunnion.Model:
    """Would run for minutes."""
    model = trunnion.load(SLIDER_CRANK).set("duration", "6 s")
    model["stage"][1]["samples"] = 20000
    return model


class Interrupts(TestInFolder):
    def test_ctrl_c_raises_and_keeps_the_results(self) -> None:
        moving = threading.Event()

        def press() -> None:
            moving.wait(120)
            os.kill(os.getpid(), signal.SIGINT)

        def note(news: trunnion.Progress) -> None:
            if news.kind == "advance" and news.subject == "run" and news.fraction > 2 / 20000:
                moving.set()

        thread = threading.Thread(target=press)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            long_model().run("out", progress=note)
        thread.join()
        kept = trunnion.read_results("out")
        self.assertEqual(kept.status, "stopped")
        self.assertTrue(kept.cancelled)
        self.assertEqual(kept.stages[0].status, "done")
        self.assertGreater(len(kept.curves("run")["time"]), 1)

    def test_a_callback_that_calls_the_package_is_told_so(self) -> None:
        trunnion.load(SLIDER_CRANK).set("duration", "1 ms").run("earlier")
        with self.assertRaisesRegex(trunnion.InputError, "progress callback"):
            long_model().run("out", progress=lambda news: bool(trunnion.read_results("earlier")))

    def test_false_from_the_callback_stops_and_returns(self) -> None:
        results = long_model().run(progress=lambda news: not (news.kind == "advance" and news.subject == "run"))
        self.assertTrue(results.cancelled)
        self.assertFalse(results.success)
        self.assertIn("stopped on request", results.stages[-1].message)

    def test_an_exception_of_the_callback_comes_through(self) -> None:
        class Enough(Exception):
            pass

        def complain(news: trunnion.Progress) -> None:
            if news.kind == "advance" and news.subject == "run":
                raise Enough("that will do")

        with self.assertRaisesRegex(Enough, "that will do"):
            long_model().run(progress=complain)

    def test_other_threads_go_on_meanwhile(self) -> None:
        counted = 0
        done = threading.Event()

        def count() -> None:
            nonlocal counted
            while not done.is_set():
                counted += 1
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        trunnion.load(SLIDER_CRANK).set("duration", "5 ms").run()
        done.set()
        thread.join()
        self.assertGreater(counted, 20)


class Progress(TestInFolder):
    def test_news_tell_the_work_and_how_far_it_is(self) -> None:
        news: list[trunnion.Progress] = []
        trunnion.load(SLIDER_CRANK).set("duration", "10 ms").run(progress=news.append)
        self.assertLessEqual({"begin", "end"}, {n.kind for n in news})
        fractions = [n.fraction for n in news if n.kind == "advance" and n.subject == "run"]
        self.assertEqual(fractions, sorted(fractions))
        self.assertTrue(all(0 <= f <= 1 for f in fractions))
