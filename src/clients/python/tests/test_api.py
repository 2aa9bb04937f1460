import unittest

from coppice_client import ProblemError, StaleLeafError
from server import client, unique, user

coppice = client()


def ids(items):
    return [item.get("id") or item["message"]["id"] for item in items]


def conversation():
    session = coppice.session(unique("s"))
    session.append(
        [user("Where shall we go?", "q1"), {"id": "a1", "role": "assistant", "content": "To Kyoto."}], create=True
    )
    return session


class ApiTest(unittest.TestCase):
    def refuses(self, code, call, *arguments, **options):
        with self.assertRaises(ProblemError) as caught:
            call(*arguments, **options)
        self.assertEqual(code, caught.exception.code)
        return caught.exception

    def test_session_is_created_changed_listed_and_deleted(self):
        source = unique("source")
        session = coppice.session(coppice.create_session(source=source, metadata={"topic": "trees"})["id"])
        self.assertEqual("Pruning", session.patch({"name": "Pruning"})["name"])
        self.assertEqual("Pruning", session.get_or_create(source=source)["name"])
        self.assertEqual([session.id], ids(coppice.sessions(source=source, metadata={"topic": "trees"})))
        self.assertEqual([], list(coppice.sessions(source=source, metadata={"topic": "fish"})))
        written = session.get()["updatedAt"]
        self.assertEqual([session.id], ids(coppice.sessions(source=source, from_time=written, to_time=written)))
        self.assertEqual([], list(coppice.sessions(source=source, to_time="2020-01-01")))
        self.assertEqual([], list(coppice.sessions(source=source, from_time="2100-01-01")))
        session.delete()
        self.assertEqual(404, self.refuses("session-not-found", session.get).status)

    def test_lists_are_read_page_by_page(self):
        session = conversation()
        session.append([user(f"question {n}", f"m{n}") for n in range(9)])
        expected = ["q1", "a1", *(f"m{n}" for n in range(9))]
        self.assertEqual(expected, ids(session.entries(limit=2)))
        self.assertEqual(expected, ids(session.tree(limit=3)))

    def test_message_is_branched_read_and_replaced(self):
        session = conversation()
        session.append([{"id": "a2", "role": "assistant", "content": "To Nara."}], parent_id="q1")
        self.assertEqual("a2", session.leaf()["message"]["id"])
        self.assertEqual(["a1", "a2"], ids(session.leaves()))
        self.assertEqual(["a1", "a2"], ids(session.children("q1")))
        self.assertEqual(["q1", "a1"], ids(session.messages(leaf_id="a1")))
        self.assertEqual(["a2"], ids(session.history(last=1)["messages"]))
        self.assertEqual(3, len(list(session.tree(runs=True))))
        text = 'To Nara, with "deer" {[\\]} ä\u2028'
        session.put_message("a2", {"role": "assistant", "content": text})
        self.assertEqual(text, list(session.messages())[1]["content"])
        self.assertEqual(["none"], session.delete_messages(["a2", "none"])["unknown"])
        self.assertEqual(0, session.clear()["messageCount"])
        self.assertEqual([], list(session.messages()))

    def test_entries_are_appended_at_several_places_at_once(self):
        session = conversation()
        entries = [{"message": {"id": id, "role": "assistant", "content": "x"}, "parentId": "q1"} for id in ("b", "c")]
        session.append(entries=entries)
        self.assertEqual(["a1", "b", "c"], ids(session.children("q1")))

    def test_append_at_a_stale_leaf_raises_an_error_of_its_own(self):
        session = conversation()
        with self.assertRaises(StaleLeafError) as caught:
            session.append([user("And then?")], expected_leaf_id="q1")
        self.assertEqual(("stale-leaf", "a1"), (caught.exception.code, caught.exception.leaf_id))
        session.append([user("And then?", "q2")], expected_leaf_id="a1")

    def test_state_is_patched_together_with_messages(self):
        session = conversation()
        appended = session.append([user("Remind me.")], state_patch={"reminder": 1, "draft": "x"})
        self.assertTrue(appended["state"]["patched"])
        version = session.patch_state({"draft": None}).version
        self.assertEqual(({"reminder": 1}, version), (session.state().value, session.state().version))
        session.replace_state({"step": 2}, if_match=version)
        self.refuses("stale-version", session.replace_state, {"step": 3}, if_match=version)

    def test_blocks_prompt_and_turn(self):
        session = conversation()
        session.add_block("memory", content="Likes coffee.", provider={"type": "stored"})
        self.assertIn("Likes coffee", session.prompt()["prompt"])
        session.replace_block("memory", "Likes tea.")
        self.assertEqual("Likes tea.", session.block("memory")["content"])
        self.assertEqual(["memory"], [block["label"] for block in session.blocks()])
        self.assertIn("Likes tea", session.refresh_prompt()["prompt"])
        turn = session.turn(format="openai")
        self.assertIn("Likes tea", turn["system"])
        self.assertEqual(["user", "assistant"], [message["role"] for message in turn["messages"]])
        session.remove_block("memory")

    def test_range_is_compacted_and_restored(self):
        session = conversation()
        session.append([user("And then?", "q2")])
        made = session.add_compaction("q1", "a1", "They go to Kyoto.")
        self.assertEqual([True, False], [id.startswith("compaction_") for id in ids(session.messages())])
        self.assertEqual(["q1", "a1", "q2"], ids(session.messages(raw=True)))
        self.assertEqual([made["id"]], ids(session.compactions()))
        session.undo_compaction(made["id"])
        self.assertFalse(session.compact(dry_run=True)["compacted"])

    def test_fork_has_a_history_of_its_own(self):
        session = conversation()
        fork = coppice.session(session.fork(atMessageId="q1")["id"])
        fork.append([{"id": "other", "role": "assistant", "content": "To Nara."}])
        self.assertEqual(["q1", "other"], ids(fork.messages()))
        self.assertEqual(["q1", "a1"], ids(session.messages()))
        self.assertEqual(5, fork.add_usage(inputTokens=5)["inputTokens"])

    def test_messages_are_found(self):
        session = conversation()
        word = unique("word").replace("-", "")
        session.append([user(f"Remember {word}", "found")])
        hits = [*session.search(word, wait=True), *coppice.search(word, wait=True)]
        self.assertEqual(["found", "found"], [hit["messageId"] for hit in hits])

    def test_session_is_exported_and_imported(self):
        session = conversation()
        lines = list(session.export())
        namespace = unique("copy")
        report = coppice.import_lines(session.export(), namespace=namespace)
        self.assertEqual(2, report["inserted"]["messages"])
        again = coppice.import_lines("\n".join(lines) + "\n", namespace=namespace)
        self.assertEqual(1, again["sessions"]["existing"])
        copy = coppice.session(session.id, namespace=namespace)
        self.assertEqual(list(session.messages()), list(copy.messages()))
        self.assertEqual(len(lines), len(list(coppice.export(namespace=namespace))))
        self.refuses("invalid", coppice.import_lines, "no JSON\n")

    def test_namespace_of_the_client_is_that_of_its_sessions(self):
        namespace = unique("n")
        other = client(namespace=namespace)
        other.session("s").append([user("x", "m")], create=True)
        self.assertEqual(["s"], ids(other.sessions()))
        self.assertEqual(namespace, coppice.session("s", namespace=namespace).get()["namespace"])

    def test_other_routes_are_called_by_their_path(self):
        path = f"/v1/sessions/{conversation().id}/values/color"
        written = coppice.request("PUT", path, body="green")
        self.assertEqual(written.version, coppice.request("GET", path).version)
        self.refuses("stale-version", coppice.request, "PUT", path, body="red", if_match=99)


if __name__ == "__main__":
    unittest.main()
