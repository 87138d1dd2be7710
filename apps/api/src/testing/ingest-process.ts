// A worker for sources in a process of its own, for tests that kill it.
import { loadConfig, requireServerConfig } from '@heddle/config/config'
import { jobTimeouts } from '@heddle/db/connection'
import { createSharedDependencies, openDatabase } from '../boot/dependencies.ts'
import { startIngesting } from './ingest-scene.ts'

const shared = createSharedDependencies(requireServerConfig(loadConfig()))
await startIngesting({ ...shared, ...openDatabase(shared, jobTimeouts) })
process.stdout.write('started\n')
