// What of the API calls out: by the guarded agent where a person gives the address, else to an address of the configuration.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../apps/api/src')

/** Each calls an address that the operator has set. */
const configured = [
  'modules/auth/external/ldap-login.ts',
  'modules/auth/external/member-login.ts',
  'modules/auth/external/oidc-login.ts',
  'modules/model/demonstration.ts',
  'modules/system/error-tunnel.routes.ts',
  'platform/error-reporting/error-client.ts',
  'programs/doctor/check-tracing.ts',
]

async function listFiles(calls: RegExp): Promise<string[]> {
  const paths = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
  return texts
    .filter(({ text }) => calls.test(text))
    .map(({ path }) => path)
    .toSorted()
}

describe('a call to another server', () => {
  test('is made by the guarded agent alone, except to addresses of the configuration', async () => {
    const withFetch = /(?<![.\w])fetch\(|from 'ldapts'|from 'node:https'|\b(?:http|https|net|tls)\.(?:request|get|connect)\(/
    expect(await listFiles(withFetch)).toEqual([...configured, 'platform/inference/endpoint/model-transport.ts'].toSorted())
    expect(await listFiles(/import \{[^}]*\b(?:Agent|request|fetch|Client|Pool)\b[^}]*\} from 'undici'/)).toEqual([
      'platform/fetching/guarded-agent.ts',
    ])
  })

  test('has its address read by one parser of IPv6', async () => {
    expect(await listFiles(/split\('::'\)/)).toEqual(['platform/http/ip-address.ts'])
  })
})
