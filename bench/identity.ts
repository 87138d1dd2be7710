// The measurements of users, groups and sign-ins, on a separate API process without a rate limit.
import { startUnlimitedApi } from './api.ts'
import { measureSignIns, printSignIns } from './sign-in.ts'
import { measureUserLists, printUserLists } from './user-list.ts'

/** Measures on the migrated database at `databaseUrl`, and prints. */
export async function measureIdentity(databaseUrl: string, secretKey: string) {
  const api = await startUnlimitedApi(databaseUrl, secretKey)
  try {
    printSignIns(await measureSignIns(api.url, databaseUrl))
    printUserLists(await measureUserLists(api.url, databaseUrl, secretKey))
  } finally {
    await api.stop()
  }
}
