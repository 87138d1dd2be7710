// A member service of an institute: takes an id and a password, returns the user's profile. For tests and trials.
import { createServer } from 'node:http'
import { listenOnLoopback } from './loopback.ts'

export type Member = {
  readonly password: string
  /** Any JSON, as a real service may return. */
  readonly subject: unknown
  readonly name?: unknown
  readonly email?: unknown
}

/** How the service behaves; `down` closes the connection, `slow` never responds. */
export type MemberServiceMode = 'well' | 'down' | 'slow' | 'html' | 'error' | 'broken' | 'huge' | 'redirect' | 'no-person'

/**
 * Starts a member service on a free port of loopback. It responds to `{ mem_id, mem_password }` with `{ ok, user: { id, name, mail } }`,
 * or with 401 and `{ ok: false }`. `members` may be changed at any time; `mode` makes it misbehave.
 */
export async function startMemberService(members: Record<string, Member>) {
  const state = { mode: 'well' as MemberServiceMode, calls: 0 }
  const server = createServer(async (request, response) => {
    state.calls += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const send = (status: number, body: string, type = 'application/json') => response.writeHead(status, { 'content-type': type }).end(body)
    switch (state.mode) {
      case 'down':
        return response.destroy()
      case 'slow':
        return undefined
      case 'html':
        return send(200, '<!doctype html><title>Welcome</title>', 'text/html')
      case 'error':
        return send(500, '{}')
      case 'broken':
        return send(200, '{"ok": true, "user"')
      case 'huge':
        return send(200, JSON.stringify({ ok: true, user: { id: 'huge', name: 'x'.repeat(70_000) } }))
      case 'redirect':
        return response.writeHead(307, { location: '/elsewhere' }).end()
      case 'no-person':
        return send(200, '{"ok": true}')
      case 'well': {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { mem_id: string; mem_password: string }
        const member = Object.hasOwn(members, body.mem_id) ? members[body.mem_id] : undefined
        if (member?.password !== body.mem_password) return send(401, '{"ok": false}')
        return send(200, JSON.stringify({ ok: true, user: { id: member.subject, name: member.name, mail: member.email } }))
      }
    }
  })
  const { origin, close } = await listenOnLoopback(server)
  return { url: `${origin}/login`, members, state, close }
}
