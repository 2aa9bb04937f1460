"""A session that is larger than the memory that the client uses for it."""

import os
import time
import tracemalloc
import unittest

from server import client, figure, unique, user

COUNT = int(os.environ.get("COPPICE_MESSAGES", "100000"))
BATCH = 1000
BRANCHES = 10
TEXT = "x" * 1000
# A batch of messages with its JSON, and what one measurement differs from another.
ALLOWANCE = 4 << 20


def use(count):
    """Writes and reads a session of so many messages; returns the times and the peak of allocated memory in bytes."""
    coppice = client()
    session = coppice.session(unique("large"))
    seconds = []

    def measured(name, work):
        begun = time.monotonic()
        result = work()
        seconds.append(f"{name} {time.monotonic() - begun:.1f} s")
        return result

    def append():
        for start in range(0, count, BATCH):
            end = min(count, start + BATCH)
            session.append([user(f"{n} {TEXT}", f"m{n}") for n in range(start, end)], create=True)

    def branch():
        for n in range(BRANCHES):
            session.append([user("alternative", f"b{n}")], parent_id=f"m{(n + 1) * count // 20}")

    def stream():
        seen = 0
        for seen, message in enumerate(session.messages(leaf_id=f"m{count - 1}"), 1):
            assert message["id"] == f"m{seen - 1}"
        assert seen == count

    tracemalloc.start()
    measured("append", append)
    measured("branch", branch)
    measured("stream", stream)
    entries = measured("pages", lambda: sum(1 for _ in session.entries(limit=200)))
    assert entries == count + BRANCHES
    assert measured("tree of runs", lambda: sum(node["count"] for node in session.tree(runs=True))) == entries
    namespace = unique("copy")
    report = measured("export to import", lambda: coppice.import_lines(session.export(), namespace=namespace))
    assert report["inserted"]["messages"] == entries
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return ", ".join(seconds), peak


class LargeTest(unittest.TestCase):
    def test_long_session_needs_no_more_memory_than_a_short_one(self):
        _, small = use(COUNT // 10)
        seconds, large = use(COUNT)
        figure(
            f"{COUNT} messages of 1 KB: {seconds}; allocated at most {small / 1e6:.1f} MB for {COUNT // 10}, "
            f"{large / 1e6:.1f} MB for {COUNT} messages"
        )
        self.assertLess(large, small + ALLOWANCE)


if __name__ == "__main__":
    unittest.main()
