// The PostgreSQL of a test run: the server of TEST_DATABASE_URL, a container, or an embedded one.
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'

/** Without durability, as no data outlives a test run. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  autovacuum: 'off',
}

const sharedMemory = '/dev/shm'
/** Several times what the databases of a run, and its write-ahead log, take at once. */
const neededBytes = 4 * 1024 ** 3

/** In memory where Linux has enough of it there, which a container often has not: a copy of a database takes a tenth of the time of one on a disk. */
async function findFastDirectory() {
  const freeBytes = await statfs(sharedMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return freeBytes >= neededBytes ? sharedMemory : tmpdir()
}

export type TestServer = {
  /** A connection string whose user may create databases. */
  readonly url: string
  readonly stop: () => Promise<void>
}

async function startEmbedded(): Promise<TestServer> {
  const directory = await mkdtemp(join(await findFastDirectory(), 'heddle-test-'))
  try {
    const server = await startEmbeddedPostgres(directory, settings)
    return {
      url: server.url('postgres'),
      stop: async () => {
        await server.stop()
        await rm(directory, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

const image = 'pgvector/pgvector:pg18'

async function startContainer(): Promise<TestServer> {
  const { GenericContainer, Wait } = await import('testcontainers')
  try {
    const container = await new GenericContainer(image)
      .withEnvironment({ POSTGRES_USER: 'heddle', POSTGRES_PASSWORD: 'heddle' })
      .withExposedPorts(5432)
      .withCommand(['postgres', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])])
      .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
      .start()
    const url = `postgresql://heddle:heddle@${container.getHost()}:${container.getMappedPort(5432)}/postgres`
    return { url, stop: async () => void (await container.stop()) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`TEST_DATABASE=container needs a container engine and the image ${image}: ${reason.split('\n')[0]}`, { cause: error })
  }
}

/** Starts the server that the environment selects, and never falls back to another one. */
export async function startTestServer(environment: Readonly<Record<string, string | undefined>> = process.env): Promise<TestServer> {
  const { TEST_DATABASE_URL: url, TEST_DATABASE: kind } = environment
  if (url) return { url, stop: async () => {} }
  if (kind === 'container') return startContainer()
  if (kind && kind !== 'embedded') throw new Error(`TEST_DATABASE is ${kind}; it may be "container" or "embedded".`)
  return startEmbedded()
}
