// What is promised of every connection to a server that a person has named: a real server on loopback.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGuardedAgent, type VetAddresses } from './guarded-agent.ts'

let calls = 0
let respond: (response: ServerResponse) => void
const server = createServer((_request, response) => {
  calls += 1
  respond(response)
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  calls = 0
  respond = (response) => void response.writeHead(200, { connection: 'close' }).end('reached')
})

const loopback = { address: '127.0.0.1', family: 4 }
const call = { method: 'GET', signal: null } as const

/** Allows what is on the list; one address that is not forbids the host. */
const allowOnly =
  (...allowed: string[]): VetAddresses =>
  async (addresses) => {
    if (!addresses.every(({ address }) => allowed.includes(address))) throw new Error('refused')
    return [...addresses]
  }

describe('a guarded agent', () => {
  test.each([
    ['in figures', '127.0.0.1'],
    ['in other figures', '2130706433'],
    ['of version 6', '[::ffff:127.0.0.1]'],
    ['by its name', 'named.example.org'],
  ])('connects to no address that is refused, given %s', async (_name, host) => {
    await using agent = createGuardedAgent(allowOnly('93.184.215.14'), { lookUp: async () => [loopback] })
    await expect(agent.request(new URL(`http://${host}:${port}/`), call)).rejects.toThrow('refused')
    expect(calls).toBe(0)
  })

  test('vets the addresses of a name again for each connection, also when it is kept', async () => {
    const answers = [[loopback], [{ address: '169.254.169.254', family: 4 }]]
    await using agent = createGuardedAgent(allowOnly('127.0.0.1'), { lookUp: async () => answers.shift() ?? [] })
    const url = new URL(`http://rebinding.example.org:${port}/`)
    const first = await agent.request(url, call)
    expect(await first.body.text()).toBe('reached')
    await expect(agent.request(url, call)).rejects.toThrow('refused')
    expect(calls).toBe(1)
  })

  test('hands over a body while it arrives, and a redirect as it is', async () => {
    await using agent = createGuardedAgent(allowOnly('127.0.0.1'))
    let end = () => {}
    respond = (response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).write('first')
      end = () => void response.end('last')
    }
    const { statusCode, body } = await agent.request(new URL(`http://127.0.0.1:${port}/`), call)
    expect(statusCode).toBe(302)
    const parts: string[] = []
    for await (const part of body) {
      parts.push(String(part))
      end()
    }
    expect(parts).toEqual(['first', 'last'])
    expect(calls).toBe(1)
  })
})
