// `pnpm run doctor`: checks the installation of the environment, or the one that `pnpm start` keeps in `DATA_DIR`.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, loadConfig } from '@heddle/config/config'
import { findRunningPostgres } from './database/embedded-postgres.ts'
import { ensureDatabase } from './database/database.ts'
import { runProgram } from './processes/program.ts'

/** Returns what `pnpm start` fills in; nothing when the configuration is wrong, which the check itself says. */
async function readStarted(): Promise<Record<string, string | undefined>> {
  try {
    const { dataDir, databaseUrl, secretKey } = loadConfig()
    const server = databaseUrl === undefined ? await findRunningPostgres(dataDir) : undefined
    return {
      ...(server && { DATABASE_URL: await ensureDatabase({ url: server }) }),
      ...(secretKey === undefined && { SECRET_KEY: await readFile(join(dataDir, 'secret.key'), 'utf8').catch(() => undefined) }),
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return {}
  }
}

const { code } = await runProgram(process.execPath, ['apps/api/src/programs/doctor.ts'], { env: await readStarted(), show: true })
process.exitCode = code
