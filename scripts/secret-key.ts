import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The key of an installation that was given none: made once, and kept in `dataDir` where only its owner reads it. */
export async function readOrMakeSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  try {
    const key = randomBytes(48).toString('base64url')
    // `wx` fails where there is one, so that it is never made twice.
    await writeFile(file, key, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readFile(file, 'utf8')
  }
}
