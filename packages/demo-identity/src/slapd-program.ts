// Finds slapd for the tests, and installs it on Debian when it is missing.
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Installed last by the package: a program without it is still being installed. */
export const schemaFolder = '/etc/ldap/schema'
const lastSchema = join(schemaFolder, 'inetorgperson.schema')

const exists = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  )

async function findProgram(name: string) {
  const directories = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin']
  for (const directory of directories) if (await exists(join(directory, name), constants.X_OK)) return join(directory, name)
  return undefined
}

async function findPrograms() {
  const [slapd, openssl] = [await findProgram('slapd'), await findProgram('openssl')]
  return slapd && openssl && (await exists(lastSchema, constants.R_OK)) ? { slapd, openssl } : undefined
}

// Preseeded, so that the package neither creates a directory nor starts a server.
const preseed = 'slapd slapd/no_configuration boolean true'
// A failed update is ignored, as the old lists may suffice. Another process may hold dpkg's lock for a while.
const install = [
  `dpkg-query -W -f='\${Status}' slapd 2>/dev/null | grep -q ' installed$' || echo '${preseed}' | debconf-set-selections`,
  'apt-get update || true',
  'apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends slapd openssl',
].join('\n')

/**
 * Returns the paths of slapd and of openssl, which creates its certificate. As root on Debian it installs missing programs, without a
 * service; concurrent processes wait for each other. Throws an error of one line otherwise.
 */
export async function findSlapd(): Promise<{ readonly slapd: string; readonly openssl: string }> {
  const found = await findPrograms()
  if (found) return found
  if (process.getuid?.() === 0 && (await exists('/usr/bin/apt-get', constants.X_OK))) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const stillMissing = `[ -x /usr/sbin/slapd ] && [ -r ${lastSchema} ] && command -v openssl >/dev/null && exit 0`
    const script = `${stillMissing}\nset -e\n${install}`
    await run('flock', [join(tmpdir(), 'heddle-slapd.lock'), 'sh', '-c', script], { env, maxBuffer: 16 * 1024 * 1024 })
    const installed = await findPrograms()
    if (installed) return installed
  }
  throw new Error('The directory tests need slapd and openssl: install them (Debian: apt-get install slapd openssl).')
}
