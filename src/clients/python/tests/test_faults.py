import socket
import threading
import time
import unittest

from coppice_client import ConnectionFailed, ProblemError
from server import client, proxy, unique, user

BUSY = b'{"code":"busy","status":503}'


def busy(**headers):
    return (503, {name.replace("_", "-"): value for name, value in headers.items()}, BUSY)


class FaultsTest(unittest.TestCase):
    def test_append_whose_answer_is_lost_is_not_stored_twice(self):
        with proxy(lambda number, _: "drop" if number < 3 else None) as (coppice, seen):
            session = coppice.session(unique("s"))
            session.append([user("once")], create=True)
            self.assertEqual(3, len(seen))
            self.assertEqual(1, len({request.headers["Idempotency-Key"] for request in seen}))
            self.assertEqual(1, len(list(session.messages())))

    def test_busy_server_is_asked_again_after_the_time_that_it_says(self):
        with proxy(lambda number, _: busy(Retry_After="1") if number == 1 else None) as (coppice, seen):
            begun = time.monotonic()
            coppice.session(unique("s")).append([user("x")], create=True)
            self.assertGreaterEqual(time.monotonic() - begun, 1)
            self.assertEqual(2, len(seen))

    def test_idle_connections_that_the_server_has_closed_cost_one_attempt(self):
        several = threading.Barrier(9)
        idle = []

        def fault(number, request):
            if number < 9:
                idle.append(request.connection)
                several.wait(60)
            return (200, {}, b'{"items":[],"nextCursor":null}')

        with proxy(fault) as (coppice, seen):
            threads = [threading.Thread(target=lambda: list(coppice.sessions())) for _ in range(8)]
            for thread in threads:
                thread.start()
            several.wait(60)
            for thread in threads:
                thread.join()
            for connection in idle:
                connection.shutdown(socket.SHUT_RDWR)
            coppice.within(deadline=2).session("s").delete()
            self.assertEqual(9, len(seen))

    def test_stream_is_sent_once(self):
        for refusal in ((429, {"Retry-After": "0"}, b""), busy(Retry_After="0")):
            with proxy(lambda *_: refusal, deadline=5) as (coppice, seen):
                with self.assertRaises(ProblemError) as caught:
                    coppice.import_lines(line for line in ['{"export":{"version":1}}'])
                self.assertEqual((refusal[0], 0), (caught.exception.status, caught.exception.retry_after))
                self.assertEqual(1, len(seen))

    def test_text_is_imported_again_after_the_time_that_the_server_says(self):
        answers = [(429, {"Retry-After": "1"}, b""), busy(Retry_After="0"), (200, {}, b"{}")]
        with proxy(lambda number, _: answers[number - 1]) as (coppice, seen):
            begun = time.monotonic()
            self.assertEqual({}, coppice.import_lines('{"export":{"version":1}}'))
            self.assertGreaterEqual(time.monotonic() - begun, 1)
            self.assertEqual(3, len(seen))

    def test_half_of_a_surrogate_pair_is_refused(self):
        session = client().session(unique("s"))
        session.append([user("\ud83c\udf33 x")], create=True)
        self.assertEqual(["\U0001f333 x"], [message["content"] for message in session.messages()])
        with self.assertRaises(ProblemError) as caught:
            session.append([user("half \ud83c")])
        self.assertEqual("invalid-message", caught.exception.code)
        with self.assertRaises(ValueError):
            session.message("m\ud83c")

    def test_too_many_requests_are_sent_again(self):
        with proxy(lambda number, _: (429, {}, b"") if number == 1 else None) as (coppice, _):
            self.assertEqual([], list(coppice.sessions(source=unique("none"))))

    def test_page_of_a_server_that_stops_is_no_answer(self):
        with proxy(lambda number, _: (404, {}, b"<html>") if number < 3 else None) as (coppice, seen):
            coppice.session(unique("s")).append([user("x")], create=True)
            self.assertEqual(3, len(seen))

    def test_attempts_end_at_the_deadline(self):
        with proxy(lambda *_: busy(), deadline=3) as (coppice, seen):
            with self.assertRaises(ProblemError) as caught:
                coppice.session("s").get()
            self.assertEqual(("busy", 503), (caught.exception.code, caught.exception.status))
            self.assertGreater(len(seen), 1)
        with proxy(lambda *_: busy(Retry_After="3600")) as (coppice, seen):
            with self.assertRaises(ProblemError):
                coppice.session("s").get()
            self.assertEqual(1, len(seen))

    def test_conditional_write_whose_answer_is_lost_is_not_repeated(self):
        session_id = client().create_session()["id"]
        with proxy(lambda *_: "drop") as (coppice, seen):
            with self.assertRaises(ConnectionFailed):
                coppice.session(session_id).replace_state({"a": 1}, if_match=0)
            self.assertEqual(1, len(seen))
        self.assertEqual({"a": 1}, client().session(session_id).state().value)

    def test_conditional_write_of_unknown_outcome_is_not_repeated(self):
        for status in (502, 503, 504):
            with proxy(lambda *_: (status, {}, b"<html>")) as (coppice, seen):
                with self.assertRaises(ProblemError) as caught:
                    coppice.session("s").replace_state({"a": 1}, if_match=0)
                self.assertEqual((status, 1), (caught.exception.status, len(seen)))

    def test_deletion_whose_answer_is_lost_succeeds(self):
        session_id = client().create_session()["id"]
        with proxy(lambda number, _: "drop" if number == 1 else None) as (coppice, _):
            coppice.session(session_id).delete()

    def test_server_that_does_not_answer_is_given_up_after_the_timeout(self):
        over = threading.Event()
        with proxy(lambda *_: over.wait(60), timeout=0.2, deadline=0) as (coppice, _):
            with self.assertRaises(ConnectionFailed):
                coppice.session("s").history()
            over.set()

    def test_server_that_is_not_there_is_given_up_at_the_deadline(self):
        with proxy(lambda *_: None) as (coppice, _):
            pass
        with self.assertRaises(ConnectionFailed):
            coppice.within(deadline=0.3).session("s").get()

    def test_long_history_continues_after_lost_connections(self):
        session = client().session(unique("s"))
        messages = [user(f"{n} {'x' * 1000}", f"m{n}") for n in range(1000)]
        session.append(messages, create=True)
        with proxy(lambda number, _: "cut" if number < 4 else None) as (coppice, seen):
            read = [message["id"] for message in coppice.session(session.id).messages()]
            self.assertEqual([message["id"] for message in messages], read)
            self.assertEqual(4, len(seen))

    def test_history_continues_if_the_connection_is_lost_before_its_next_message(self):
        session = client().session(unique("s"))
        session.append([user(f"{n} {'x' * 1000}", f"m{n}") for n in range(1000)], create=True)
        start = (200, {}, b'{"leafId":"m999","messages":[')
        with proxy(lambda number, _: {1: "cut", 2: start, 3: start}.get(number)) as (coppice, seen):
            self.assertEqual(1000, len(list(coppice.session(session.id).messages())))
            self.assertEqual(4, len(seen))

    def test_message_of_several_pieces_is_read_whole(self):
        session = client().session(unique("s"))
        content = '{"[\\' * 300_000
        session.append([user(content), user("last")], create=True)
        self.assertEqual([content, "last"], [message["content"] for message in session.messages()])

    def test_export_that_is_cut_off_raises(self):
        session_id = client().create_session()["id"]
        client().session(session_id).append([user("x" * 1000) for _ in range(1000)])
        with proxy(lambda *_: "cut") as (coppice, _):
            with self.assertRaises(ConnectionFailed):
                list(coppice.session(session_id).export())

    def test_feed_resumes_where_it_was_cut_off_also_before_the_first_event(self):
        session = client().session(unique("s"))
        session.get_or_create()
        with proxy(lambda number, _: "cut" if number < 3 else None) as (coppice, seen):
            with coppice.session(session.id).events() as events:
                next(events)
                session.append([user("x", "m1"), user("y", "m2")])
                got = []
                while len(got) < 2:
                    event = next(events)
                    got += [event.data["messageId"]] if event.type == "MessageAppended" else []
            self.assertEqual(["m1", "m2"], got)
            self.assertTrue(seen[1].headers["Last-Event-ID"])

    def test_feed_ends_with_its_session_and_refuses_what_cannot_be_followed(self):
        session = client().session(unique("s"))
        session.get_or_create()
        events = session.events()
        next(events)
        session.delete()
        self.assertEqual("SessionDeleted", list(events)[-1].type)
        for code, feed in (("session-not-found", session.events()), ("malformed", client().events(after="x"))):
            with self.assertRaises(ProblemError) as caught:
                next(feed)
            self.assertEqual(code, caught.exception.code)

    def test_feed_ends_if_its_session_was_deleted_while_the_connection_was_lost(self):
        session_id = client().create_session()["id"]

        def fault(number, _):
            if number == 1:
                return "cut"
            client().session(session_id).delete()
            return (404, {}, b'{"code":"session-not-found","status":404}')

        with proxy(fault) as (coppice, seen):
            self.assertNotIn("SessionDeleted", [event.type for event in coppice.session(session_id).events()])
            self.assertEqual(2, len(seen))

    def test_feed_is_closed_by_another_thread(self):
        session = client().session(unique("s"))
        session.get_or_create()
        events = session.events()
        next(events)
        waiting = threading.Thread(target=lambda: list(events))
        waiting.start()
        events.close()
        waiting.join(10)
        self.assertFalse(waiting.is_alive())


if __name__ == "__main__":
    unittest.main()
