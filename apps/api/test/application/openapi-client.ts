// A client as a user of the API would make one: generated from the document, and compiled with the compiler of this repository.
import type { User } from '@heddle/contracts/user/user-entity'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import type { OpenAPIV3_1 } from 'openapi-types'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)
const workspace = join(import.meta.dirname, '../..')
const compiler = join(workspace, '../../node_modules/typescript/lib/tsc.js')
const compilerOptions = { strict: true, target: 'es2024', lib: ['es2024', 'dom'], module: 'nodenext', types: [], skipLibCheck: true }

/** Every type in it is of the document: it compiles only if the login says which codes it can answer with, and no others. */
const clientSource = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

export async function readOwnUser(baseUrl: string, email: string, password: string): Promise<components['schemas']['User']> {
  const client = createClient<paths>({ baseUrl })
  const login = await client.POST('/api/v1/auth/login', { body: { email, password } })
  if (login.error) {
    const { code } = login.error.detail
    // @ts-expect-error A login cannot answer with it.
    if (code === 'CHAT_NOT_FOUND') return
    throw new Error(code === 'AUTH_THROTTLED' ? 'later' : code)
  }
  if ('challenge' in login.data) throw new Error(login.data.challenge.kind)
  const me = await client.GET('/api/v1/auth/me', { headers: { authorization: 'Bearer ' + login.data.access_token } })
  if (me.error) throw new Error(me.error.detail.message)
  return me.data.user
}
`

type Client = { readonly readOwnUser: (baseUrl: string, email: string, password: string) => Promise<User> }

/** Generates and compiles the client, and loads it. It is gone when the test has ended. */
export async function buildClient(document: OpenAPIV3_1.Document): Promise<Client> {
  // Where it finds openapi-fetch.
  const cache = join(workspace, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'openapi-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTypescript(document as OpenAPI3)))
  await writeFile(join(folder, 'client.ts'), clientSource)
  await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout?: string }) => {
    throw new Error(`The generated client does not compile:\n${error.stdout}`, { cause: error })
  })
  return import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.js')).href) as Promise<Client>
}
