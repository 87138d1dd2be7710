import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the key of an installation without SECRET_KEY: created once, and readable only by the owner of `dataDir`. */
export async function readOrCreateSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  try {
    const key = randomBytes(48).toString('base64url')
    // `wx` fails when the file exists, so that the key is created only once.
    await writeFile(file, key, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readFile(file, 'utf8')
  }
}
