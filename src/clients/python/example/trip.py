"""A conversation with a branch, a patch of the state, and a follower of its events.

Run it with the variables COPPICE_URL and COPPICE_TOKEN.
"""

import os
import time

from coppice_client import Coppice, StaleLeafError

coppice = Coppice(os.environ["COPPICE_URL"], os.environ["COPPICE_TOKEN"])
trip = coppice.session(f"trip-{time.time_ns()}")
trip.get_or_create(userId="ada", metadata={"topic": "travel"})

events = trip.events()
next(events)  # the status: from here on, no event is missed

trip.append(
    [
        {"id": "q1", "role": "user", "content": "Where shall we go in April?"},
        {"id": "a1", "role": "assistant", "content": "To Kyoto."},
    ],
    state_patch={"city": "Kyoto"},
)
trip.append([{"id": "a2", "role": "assistant", "content": "To Nara."}], parent_id="q1")

try:
    trip.append([{"role": "user", "content": "Thank you."}], expected_leaf_id="a1")
except StaleLeafError as error:
    print("the leaf is", error.leaf_id)
for message in trip.messages():
    print(message["role"], message["content"])
print("state", trip.state().value)

trip.delete()
for event in events:
    print("event", event.type, event.data.get("messageId", ""))
