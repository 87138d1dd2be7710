// A worker for the jobs of one queue in a process of its own, for tests that kill it.
import { loadConfig, requireServerConfig } from '@heddle/config/config'
import { jobTimeouts } from '@heddle/db/connection'
import { flushCompileCache } from 'node:module'
import { createSharedDependencies, openDatabase } from '../../src/programs/create-dependencies.ts'
import { startWorker } from './queue-worker.ts'

const [, , queue = ''] = process.argv
const shared = createSharedDependencies(requireServerConfig(loadConfig()))
// On a busy machine a connection takes longer than a worker waits for one.
await startWorker({ ...shared, ...openDatabase(shared, 'worker', { ...jobTimeouts, connectMs: 60_000 }) }, queue)
// Written at the end of a process otherwise, which one that is killed does not reach.
flushCompileCache()
process.stdout.write('started\n')
