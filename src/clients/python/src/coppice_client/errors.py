"""The errors of this package."""

from __future__ import annotations

import json
from typing import Any, Dict, Optional


class CoppiceError(Exception):
    """Base of all errors of this package."""


class ConnectionFailed(CoppiceError):
    """The client got no answer: it could not connect, the connection was lost, or the answer took too long."""

    # True if the request was sent on an idle connection, which the server may have closed before.
    was_idle = False


class ProblemError(CoppiceError):
    """The server refused the request. ``code`` says why and never changes its meaning; the message may change.

    ``code`` is None if the answer does not come from Coppice, but for example from a proxy.
    """

    def __init__(self, status: int, problem: Dict[str, Any], retry_after: Optional[float] = None) -> None:
        self.status = status
        self.problem = problem
        self.code: Optional[str] = problem.get("code")
        self.retry_after = retry_after
        what = f"{self.code} ({status})" if self.code else f"status {status}"
        super().__init__(f"{what}: {problem.get('detail') or problem.get('title') or 'no details'}")


class StaleLeafError(ProblemError):
    """An append was refused because the session's leaf (its latest message) is not the expected one."""

    @property
    def leaf_id(self) -> Optional[str]:
        """Id of the leaf that the session has; None if the session has no message."""
        return self.problem.get("leafId")


def problem_error(status: int, body: bytes, retry_after: Optional[float] = None) -> ProblemError:
    """Returns the error for an answer that refuses a request."""
    text = body.decode("utf-8", "replace")
    try:
        problem = json.loads(text)
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        problem = {"detail": text[:200]}
    kind = StaleLeafError if problem.get("code") == "stale-leaf" else ProblemError
    return kind(status, problem, retry_after)
