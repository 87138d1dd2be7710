import { join } from 'node:path'
import { type TestbedProcess, startTestbedProcess } from './processes.ts'

type Program = 'main' | 'main-and-worker'

/**
 * Starts an API process on the migrated database, on `cores` if given; without a rate limit and without a model unless `settings`
 * override it. `main-and-worker` does the work of the worker too.
 */
export const startUnlimitedApi = (
  databaseUrl: string,
  secretKey: string,
  settings: Readonly<Record<string, string>> = {},
  cores?: string,
  program: Program = 'main',
): Promise<TestbedProcess> =>
  startTestbedProcess(
    join(import.meta.dirname, `../../apps/api/src/programs/${program}.ts`),
    [],
    {
      NODE_ENV: 'production',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
      LOG_LEVEL: 'info',
      REQUESTS_PER_SECOND: '100000',
      PRIVATE_MODEL_SERVERS: 'any',
      TRUST_PROXY: '127.0.0.1',
      ...settings,
    },
    /(http:\/\/127\.0\.0\.1:\d+)/,
    cores,
  )
