// `node apps/api/src/programs/doctor.ts`: checks the installation that the environment describes, prints a line for each check, and exits with 1
// when something is wrong. It changes nothing but a file that it stores and removes.
import { type Config, ConfigError, loadConfig } from '@heddle/config/config'
import { createClient } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import { deriveKeys } from '@heddle/security/keys'
import { createSecretCipher } from '@heddle/security/secret-cipher'
import { checkDatabase } from './doctor/check-database.ts'
import { checkDisk, checkOcrData, checkStorage } from './doctor/check-files.ts'
import { checkModels } from './doctor/check-models.ts'
import { checkPasskeys } from './doctor/check-passkeys.ts'
import { checkTracing } from './doctor/check-tracing.ts'
import { type Finding, findingsOf, toLine } from './doctor/finding.ts'
import { createCallableModelService } from '../modules/model/callable-model.ts'

const configuration = findingsOf('Configuration')

function readConfig(): Config | Finding {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return configuration.wrong(`${error.message} Nothing else was checked.`)
  }
}

/** `pnpm start` fills in what is missing; a container stops without it. */
function checkRequired({ databaseUrl, secretKey, model }: Config): Finding {
  if (databaseUrl === undefined)
    return configuration.wrong('DATABASE_URL is missing: set it, or run `pnpm start`, which brings a database.')
  if (secretKey === undefined) return configuration.wrong('SECRET_KEY is missing: set it, or run `pnpm start`, which makes one.')
  if (model.baseUrl === undefined)
    return configuration.note('MODEL_BASE_URL is not set: `pnpm start` has a demonstration model, a container does not start.')
  return configuration.ok('Every setting is valid.')
}

async function checkContents({ model, publicOrigin }: Config, databaseUrl: string, secretKey: string): Promise<Finding[]> {
  const pool = createPool(databaseUrl, 2)
  const db = createClient(pool)
  try {
    const last = await db.modelEndpoint.findFirst({ where: { isFromEnvironment: true }, select: { baseUrl: true } })
    const { resolveAccess } = createCallableModelService({
      pool,
      cipher: createSecretCipher(deriveKeys(secretKey).modelKeys),
      environment: { ...model, baseUrl: model.baseUrl ?? last?.baseUrl ?? '' },
    })
    return [...(await checkModels(db, resolveAccess)), await checkPasskeys(db, publicOrigin)]
  } finally {
    await db.$disconnect()
    await pool.end()
  }
}

async function checkInstallation(config: Config): Promise<Finding[]> {
  const { databaseUrl, secretKey } = config
  const files = Promise.all([checkStorage(config), checkDisk(config), checkOcrData(config)])
  const tracing = checkTracing(config)
  const database = databaseUrl === undefined ? undefined : await checkDatabase(databaseUrl, () => new Date())
  const models =
    databaseUrl !== undefined && secretKey !== undefined && database?.isUsable
      ? await checkContents(config, databaseUrl, secretKey)
      : [findingsOf('Models').note('Not checked: what is wrong above comes first.')]
  return [checkRequired(config), ...(database?.findings ?? []), ...models, ...(await files), ...(await tracing)]
}

const config = readConfig()
const findings = 'state' in config ? [config] : await checkInstallation(config)
const wrong = findings.filter(({ state }) => state === 'wrong').length
process.stdout.write(`${findings.map(toLine).join('\n')}\n\n${wrong === 0 ? 'Nothing is wrong.' : `Wrong: ${wrong}.`}\n`)
// A call to an unreachable network folder never returns.
process.exit(wrong === 0 ? 0 : 1)
