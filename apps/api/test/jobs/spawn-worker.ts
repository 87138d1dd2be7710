import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { codeCache } from '../../../../scripts/processes/code-cache.ts'
import { type TestApp, testSecretKey } from '../application/test-app.ts'

/** Starts a worker for the jobs of one queue in a process of its own, which writes a line when it has started. */
export const spawnWorker = ({ dependencies: { config } }: Pick<TestApp, 'dependencies'>, queue: string): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL('queue-process.ts', import.meta.url)), queue], {
    env: {
      ...codeCache,
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SECRET_KEY: testSecretKey,
      DATABASE_URL: config.databaseUrl,
      FILES_DIR: config.files.dir,
      MODEL_BASE_URL: config.model.baseUrl,
      PRIVATE_MODEL_SERVERS: 'any',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Has the job of a dead worker given to another after two seconds, however often it dies. */
export const hurryRetries = ({ asOwner }: Pick<TestApp, 'asOwner'>, queue: string) =>
  asOwner(
    `UPDATE pgboss.queue SET retry_limit = 1000, retry_delay = 0, retry_backoff = false, heartbeat_seconds = 2 WHERE name = '${queue}'`,
  )
