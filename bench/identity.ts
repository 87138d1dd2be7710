// What people, groups and sign-ins are measured by: an API process of its own, which does not limit how often it is called.
import { join } from 'node:path'
import { type Child, startChild } from './processes.ts'
import { measureSignIns, printSignIns } from './sign-in.ts'
import { measureUserLists, printUserLists } from './user-list.ts'

const root = join(import.meta.dirname, '..')

/** Measures on the migrated database at `databaseUrl`, and prints. */
export async function measureIdentity(databaseUrl: string, secretKey: string) {
  const api: Child = await startChild(
    join(root, 'apps/api/src/main.ts'),
    [],
    {
      NODE_ENV: 'production',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
      LOG_LEVEL: 'info',
      REQUESTS_PER_SECOND: '100000',
      TRUST_PROXY: '127.0.0.1',
    },
    /(http:\/\/127\.0\.0\.1:\d+)/,
  )
  try {
    printSignIns(await measureSignIns(api.url, databaseUrl))
    printUserLists(await measureUserLists(api.url, databaseUrl, secretKey))
  } finally {
    await api.stop()
  }
}
