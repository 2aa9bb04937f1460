"""The server that the tests use, and a proxy between it and the client that fails on purpose."""

import faulthandler
import http.client
import os
import socket
import struct
import threading
import urllib.request
import uuid
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from coppice_client import Coppice

# Seconds after which a test that hangs is ended, with the stack of each thread. The build would end it later, without.
LIMIT = 900

faulthandler.dump_traceback_later(LIMIT, exit=True)

URL = os.environ["COPPICE_URL"]
TOKEN = os.environ["COPPICE_TOKEN"]


def client(url=URL, **options):
    return Coppice(url, TOKEN, **options)


def unique(name):
    return f"{name}-{uuid.uuid4()}"


def user(content, message_id=None):
    return {**({"id": message_id} if message_id else {}), "role": "user", "content": content}


def control(how):
    """Ends the server and starts it again: ``restart`` in an orderly way, ``kill`` by SIGKILL."""
    request = urllib.request.Request(f"{os.environ['COPPICE_CONTROL']}/{how}", method="POST")
    with urllib.request.urlopen(request) as response:
        assert response.status == 204


def figure(text):
    """Prints a figure, which the build collects."""
    print(f"figure: Python, {text}", flush=True)


class _Proxy(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        self.server.seen.append(self)
        what = self.server.fault(len(self.server.seen), self)
        if isinstance(what, tuple):
            status, headers, text = what
            self._begin(status, {**headers, "Content-Length": str(len(text))})
            self.wfile.write(text)
            return
        onward = http.client.HTTPConnection(urlsplit(URL).netloc)
        onward.request(self.command, self.path, body, dict(self.headers))
        answer = onward.getresponse()
        if what == "drop":
            answer.read()
            self._cut()
        else:
            self._begin(answer.status, {**dict(answer.getheaders()), "Connection": "close"})
            self._forward(answer, what)
        onward.close()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def _begin(self, status, headers):
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _forward(self, answer, what):
        chunked = answer.chunked
        while True:
            piece = answer.read1(1 << 16) if chunked else answer.read()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
            if what == "cut":
                return self._cut()
            if not chunked or not piece:
                self.close_connection = True
                return None

    def _cut(self):
        self.wfile.flush()
        # A reset, not an orderly end.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def log_message(self, *_):
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # The client has gone.

    def shutdown_request(self, request):
        request.close()


@contextmanager
def proxy(fault, **options):
    """Yields a client and the requests seen.

    For each request ``fault(number, request)`` returns what happens: nothing, ``drop`` (executed, then the connection
    is cut), ``cut`` (after the first part of the answer), or status, headers and body of an answer.
    """
    server = _Server(("127.0.0.1", 0), _Proxy)
    server.fault, server.seen = fault, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield client(f"http://127.0.0.1:{server.server_port}", **options), server.seen
    finally:
        server.shutdown()
        server.server_close()
