#!/usr/bin/env python3
"""A small server for `exchange_url` in a marketplace file: it holds the client secret, so that no computer with Vitrine needs it.

Vitrine sends it the code of a sign-in, or a refresh token, as JSON. It adds the secret, passes the request on to the marketplace,
and returns the answer unchanged. It keeps nothing, and writes no token to a log.

    export CLIENT_SECRET=…            # from the developer panel
    python3 examples/exchange_server.py --client-id 123 --token-url https://auth.example.com/oauth/token --port 8080

Vitrine requires https, except on this computer: put it behind a web server that has a certificate. Anybody who has a code or a
refresh token of your app can use it, and nobody else can do anything with it.
"""

import argparse
import json
import os
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# What may be passed on. Client credentials are not among them: they would give anybody a token of the app itself.
GRANTS = {
    "authorization_code": {"grant_type", "client_id", "redirect_uri", "code", "code_verifier"},
    "refresh_token": {"grant_type", "client_id", "refresh_token"},
}
MAX_BYTES = 64 * 1024
TIMEOUT_SECONDS = 30


class Exchange(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            length = int(self.headers.get("Content-Length") or 0)
            sent = json.loads(self.rfile.read(length)) if 0 < length <= MAX_BYTES else None
            allowed = GRANTS.get(sent.get("grant_type")) if isinstance(sent, dict) else None
        except ValueError:
            allowed = None
        if allowed is None or not all(isinstance(value, str) for value in sent.values()):
            return self.answer(400, {"error": "invalid_request", "error_description": "Send JSON with the fields of a grant."})
        if sent.get("client_id") != self.server.client_id:
            return self.answer(401, {"error": "invalid_client", "error_description": "This server is for another client."})
        fields = {name: value for name, value in sent.items() if name in allowed}
        self.answer(*self.ask(fields | {"client_secret": self.server.secret}))

    def ask(self, fields):
        """The marketplace's status and answer."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        request = urllib.request.Request(self.server.token_url, json.dumps(fields).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read()
        except OSError:
            return 502, {"error": "temporarily_unavailable", "error_description": "The marketplace cannot be reached."}

    def answer(self, status, body):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)


def main():
    options = argparse.ArgumentParser(description="Exchanges codes and refresh tokens of one app for access tokens.")
    options.add_argument("--client-id", required=True)
    options.add_argument("--token-url", required=True)
    options.add_argument("--port", type=int, default=8080)
    given = options.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Exchange)
    server.client_id, server.token_url = given.client_id, given.token_url
    server.secret = os.environ.get("CLIENT_SECRET") or options.error("CLIENT_SECRET is not set.")
    print(f"Ready at http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
