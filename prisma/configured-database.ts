import type { Config } from '@heddle/config/config'

/**
 * Runs `use` on the database of the configuration: that of DATABASE_URL, else the embedded one. What starts that one is
 * loaded only then: the image of a deployment does not have it.
 */
export async function withConfiguredDatabase<T>(config: Config, use: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return use(config.databaseUrl)
  const { withEmbeddedDatabase } = await import('../scripts/database/database.ts')
  return withEmbeddedDatabase(config.dataDir, use)
}
