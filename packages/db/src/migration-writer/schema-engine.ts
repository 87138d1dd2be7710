// Prisma's own schema engine as WebAssembly. The binary that `prisma migrate` uses is downloaded when it is first run,
// which an air-gapped site cannot do; this one is an npm package.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { SchemaEngine as Engine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { withDatabaseName } from '../database-name.ts'

export type SchemaEngine = Engine
export type SchemaFile = { readonly path: string; readonly content: string }

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>

/**
 * The adapter as it comes splits a script at every semicolon and sends the pieces over any connection of its pool. Sent
 * whole, PostgreSQL runs a script in one transaction, so that a migration that fails leaves nothing behind.
 */
function runScriptsWhole(adapter: Adapter) {
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      // Not with its own code: for the codes it knows, the engine has sentences that say less than the database's.
      const { severity = 'ERROR', message, detail, column, hint } = error
      throw new DriverAdapterError({ kind: 'postgres', code: 'XX000', severity, message, detail, column, hint })
    }
  }
}

/** Columns of the catalogue in PostgreSQL's own type "char", which the engine asks for and the adapter cannot read. */
const charColumns: Readonly<Record<string, string>> = {
  constraint_type: 'constr.contype',
  confdeltype: 'con.confdeltype',
  confupdtype: 'con.confupdtype',
}

function readCharColumns(adapter: Adapter) {
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (query) => {
    const sql = Object.entries(charColumns).reduce((text, [name, column]) => {
      return text.replace(new RegExp(`${column.replace('.', '\\.')}(?: AS ${name})?,`), `${column}::text AS ${name},`)
    }, query.sql)
    const result = await queryRaw({ ...query, sql })
    const typeOf = (name: string, type: (typeof result.columnTypes)[number]) => (name in charColumns ? ColumnTypeEnum.Character : type)
    return { ...result, columnTypes: result.columnTypes.map((type, i) => typeOf(result.columnNames[i] ?? '', type)) }
  }
}

class MigrationAdapterFactory extends PrismaPg {
  readonly #url: string
  readonly #open: Adapter[] = []

  constructor(url: string) {
    super({ connectionString: url })
    this.#url = url
  }

  async #prepare(connecting: Promise<Adapter>) {
    const adapter = await connecting
    runScriptsWhole(adapter)
    readCharColumns(adapter)
    this.#open.push(adapter)
    return adapter
  }

  override async connect() {
    return this.#prepare(super.connect())
  }

  // The one that is overridden would connect to the real database: in `pg` a connection string wins over `database`.
  override async connectToShadowDb() {
    const name = `heddle_shadow_${randomUUID().replaceAll('-', '')}`
    const own = await this.connect()
    await own.executeScript(`CREATE DATABASE "${name}"`)
    const shadow = await this.#prepare(new PrismaPg({ connectionString: withDatabaseName(this.#url, name) }).connect())
    const dispose = shadow.dispose.bind(shadow)
    shadow.dispose = async () => {
      await dispose()
      await own.executeScript(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    }
    return shadow
  }

  /** The engine leaves its connections open, and with them its advisory lock. */
  async close() {
    for (const adapter of this.#open.toReversed()) {
      if (!adapter.underlyingDriver().ended) await adapter.dispose()
    }
  }
}

// Where the engine leaves the message of a panic; without it, a panic hides behind a TypeError.
Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) } })

type Exports = { readonly __wbindgen_start?: () => void }

// Neither the types of Node nor a library without the DOM have it.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: Readonly<Record<string, object>>): Promise<{ instance: { exports: Exports } }>
}

/** The engine's imports, except that the timer with which it waits for its lock does not keep the process alive after it. */
const imports = Object.fromEntries(
  Object.entries(bindings).map(([name, binding]) =>
    name.startsWith('__wbg_setTimeout') ? [name, (callback: () => void, ms: number) => setTimeout(callback, ms).unref()] : [name, binding],
  ),
)

let loading: Promise<void> | undefined

async function load() {
  const file = join(dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': imports })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start?.()
}

/** Runs `use` with a schema engine on the database at `url`, and frees it and its connections afterwards. */
export async function withSchemaEngine<T>(url: string, schema: readonly SchemaFile[], use: (engine: SchemaEngine) => Promise<T>) {
  await (loading ??= load())
  const factory = new MigrationAdapterFactory(url)
  try {
    const engine = await bindings.SchemaEngine.new(
      { datamodels: schema.map(({ path, content }) => [path, content]) },
      () => {},
      bindMigrationAwareSqlAdapterFactory(factory),
    )
    try {
      return await use(engine)
    } finally {
      engine.free()
    }
  } finally {
    await factory.close()
  }
}
