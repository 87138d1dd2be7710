// The application behind a real socket: for tests of what the wire makes of a request, and of a response.
import supertest from 'supertest'
import type { App } from '../../src/platform/http/app-instance.ts'

/** Lets the application listen on loopback, and returns the client of its socket. */
export async function openWire(app: App) {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return supertest(app.server)
}

export type Wire = Awaited<ReturnType<typeof openWire>>
