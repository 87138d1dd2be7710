// `pnpm db:seed`; `--if-empty` makes it content with a database that has users.
import { ConfigError, loadConfig } from '@heddle/config/config'
import { SeedError, seedAndReport } from '@heddle/seed/seed'
import { withConfiguredDatabase } from './configured-database.ts'

try {
  const config = loadConfig()
  await withConfiguredDatabase(config, (url) => seedAndReport(url, config))
} catch (error) {
  if (!(error instanceof SeedError || error instanceof ConfigError)) throw error
  const isWelcome = error instanceof SeedError && process.argv.includes('--if-empty')
  console.error(error.message)
  process.exitCode = isWelcome ? 0 : 1
}
