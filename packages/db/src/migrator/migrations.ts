// Reads the migrations of this release, a folder with a `migration.sql` each, and what each says of the release before.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MigrationError } from './migration-error.ts'

/** The migrations of this repository. */
export const migrationsDir = join(import.meta.dirname, '../../../../prisma/migrations')

export type Migration = {
  readonly name: string
  readonly script: string
  readonly checksum: string
  /** Whether the release before still runs on the schema after it. */
  readonly isCompatible: boolean
}

/** The first line of a migration that no one has decided about yet, as `pnpm db:migration` writes it. */
export const undecidedHeader = '-- Previous release: compatible or incompatible?'
const header = /^-- Previous release: (compatible|incompatible)$/

/** Older ones have no header, as no release is older than they are, and an applied file never changes: they count as incompatible. */
const firstWithHeader = '20261127'

function readCompatibility(name: string, script: string): boolean {
  const [firstLine = ''] = script.split('\n', 1)
  const declared = header.exec(firstLine.trimEnd())?.[1]
  if (declared === undefined && name >= firstWithHeader)
    throw new MigrationError(
      `The migration ${name} does not say whether the release before runs on its schema: its first line has to be "-- Previous release: compatible" or "-- Previous release: incompatible".`,
    )
  return declared === 'compatible'
}

/** Returns the migrations in the order in which they are applied. Throws a `MigrationError` for one without its header. */
export async function readMigrations(directory = migrationsDir): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.toSorted().map(async (name) => {
      const script = await readFile(join(directory, name, 'migration.sql'), 'utf8')
      const checksum = createHash('sha256').update(script).digest('hex')
      return { name, script, checksum, isCompatible: readCompatibility(name, script) }
    }),
  )
}
