"""Serves a model with llama.cpp's own server on loopback until SIGTERM: serve-model.py MODEL PORT KEY CONTEXT SLOTS.

CONTEXT is the number of tokens of all slots together.
"""

import signal
import sys

import xllamacpp

model, port, key, context, slots = sys.argv[1:]
parameters = xllamacpp.CommonParams()
parameters.model.path = model
parameters.model_alias = {"scripted"}
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(port)
parameters.api_keys = [key]
parameters.n_ctx = int(context)
parameters.n_parallel = int(slots)
parameters.kv_unified = False
parameters.cache_ram_mib = 0
parameters.cpuparams.n_threads = 1
parameters.cpuparams_batch.n_threads = 1
parameters.use_jinja = True
parameters.endpoint_slots = True
parameters.endpoint_metrics = True
server = xllamacpp.Server(parameters)
signal.sigwait({signal.SIGTERM})
