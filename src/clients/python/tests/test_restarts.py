import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

from server import client, control, figure, unique, user

KILLS = 4
WRITERS = 4
# The least number of appends from one end of the server to the next.
BETWEEN = 200

# Longer than the slowest restart.
coppice = client(deadline=600)


def write(session, name, is_over, texts):
    """Appends messages without ids; adds their texts to a list."""
    number = 0
    while not is_over.is_set():
        number += 1
        session.append([user(f"{name} {number}")])
        texts.append(f"{name} {number}")


def follow(events):
    """The ids of the messages that a feed reports, up to the message ``end``."""
    ids = []
    while not ids or ids[-1] != "end":
        event = next(events)
        ids += [event.data["messageId"]] if event.type == "MessageAppended" else []
    events.close()
    return ids


def while_server_fails(faults):
    """Writes and follows a session while the server is ended and started again in these ways."""
    session = coppice.session(unique("storm"))
    session.get_or_create()
    events = session.events()
    next(events)
    is_over, written = threading.Event(), []
    with ThreadPoolExecutor(WRITERS + 1) as threads:
        followed = threads.submit(follow, events)
        writers = [threads.submit(write, session, f"writer {n}", is_over, written) for n in range(WRITERS)]
        try:
            for number, fault in enumerate(faults, 1):
                while len(written) < number * BETWEEN and not any(writer.done() for writer in writers):
                    session.append([user(f"before {fault}")])
                control(fault)
            is_over.set()
            for writer in writers:
                writer.result()
            session.append([user("the end", "end")])
            stored = list(session.messages())
            seen = followed.result()
        finally:
            is_over.set()
            events.close()
    texts = [message["content"] for message in stored if message["content"].startswith("writer")]
    lost = len(set(written) - set(texts))
    doubled = len(texts) - len(set(texts))
    return [message["id"] for message in stored], seen, len(written), lost, doubled


class RestartsTest(unittest.TestCase):
    maxDiff = 1000

    def test_feed_continues_after_a_restart_of_the_server_without_gap_and_without_doubles(self):
        ids, seen, count, lost, doubled = while_server_fails(["restart"])
        self.assertEqual(ids, seen)
        self.assertEqual((0, 0), (lost, doubled))
        figure(f"restart of the server: {count} appends, {len(seen)} of {len(ids)} events received, in order")

    def test_nothing_is_lost_or_doubled_while_the_server_is_killed(self):
        ids, seen, count, lost, doubled = while_server_fails(["kill"] * KILLS)
        self.assertEqual((0, 0), (lost, doubled))
        self.assertEqual(ids, seen)
        figure(
            f"{KILLS} times kill -9: {count} appends of {WRITERS} writers, {lost} lost, {doubled} doubled, "
            f"{len(seen)} of {len(ids)} events received"
        )


if __name__ == "__main__":
    unittest.main()
