// A worker for evaluations in a process of its own, for tests that kill it.
import { loadConfig, requireServerConfig } from '@heddle/config/config'
import { jobTimeouts } from '@heddle/db/connection'
import { flushCompileCache } from 'node:module'
import { createSharedDependencies, openDatabase } from '../../src/programs/create-dependencies.ts'
import { startEvaluating } from './eval-worker.ts'

const shared = createSharedDependencies(requireServerConfig(loadConfig()))
// On a busy machine a connection takes longer than a worker waits for one.
await startEvaluating({ ...shared, ...openDatabase(shared, 'worker', { ...jobTimeouts, connectMs: 60_000 }) })
// Written at the end of a process otherwise, which one that is killed does not reach.
flushCompileCache()
process.stdout.write('started\n')
