import { getMe, login, logout } from '@heddle/contracts/auth/auth'
import { deleteChat } from '@heddle/contracts/chat/chat'
import { queryChats } from '@heddle/contracts/chat/history'
import { echo } from '@heddle/contracts/system/system'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { respond, failToFetch, getPath, refuse, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { isSignedIn, onSessionChange, readSession, storeSession } from './session-storage.ts'
import { call } from './client.ts'
import { ApiError, NetworkError } from './errors.ts'

const refreshPath = '/api/v1/auth/refresh_token'
const emptyPage = { chats: [] }

beforeEach(() => storeSession({ access_token: 'old', refresh_token: 'refresh-1', expires_in: 600 }))

/** A service whose access token `old` has expired. */
const createExpiringService = (onRefresh: () => Response | Promise<Response>) => (request: Request) => {
  if (getPath(request) === refreshPath) return onRefresh()
  return request.headers.get('authorization') === 'Bearer new' ? respond(emptyPage) : refuse(401, 'AUTH_TOKEN_EXPIRED')
}
const respondNewTokens = () => respond({ access_token: 'new', refresh_token: 'refresh-2', expires_in: 600 })

describe('a call', () => {
  test('fills the path, sends the token, and parses the response', async () => {
    const requests = serve(() => respond({ success: true, secret: 1 }))
    await expect(call(deleteChat, { params: { id: id(7) } })).resolves.toEqual({ success: true })
    expect(requests[0]?.method).toBe('DELETE')
    expect(getPath(requests[0] as Request)).toBe(`/api/v1/chat/${id(7)}`)
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer old')
  })

  test('to a public endpoint carries no token', async () => {
    const requests = serve(() => respond({ ok: true }))
    await call(echo)
    expect(requests[0]?.headers.has('authorization')).toBe(false)
  })

  test('repeats the XSRF cookie in the header of unsafe methods only', async () => {
    document.cookie = 'XSRF-TOKEN=a%3Db'
    const requests = serve(() => respond(emptyPage))
    await call(queryChats, { body: {} })
    expect(requests[0]?.headers.get('x-xsrf-token')).toBe('a=b')
    serve(() => respond({ ok: true }))
    await call(echo)
    expect(requests).toHaveLength(1)
  })

  test('is sent again when the XSRF cookie was set while it was in flight', async () => {
    const requests = serve((request) => {
      if (request.headers.get('x-xsrf-token') === 'late') return respond(emptyPage)
      document.cookie = 'XSRF-TOKEN=late'
      return refuse(403, 'XSRF_MISMATCH')
    })
    await expect(call(queryChats, { body: {} })).resolves.toMatchObject(emptyPage)
    expect(requests).toHaveLength(2)
  })

  test('fails with the code, status and params of the service', async () => {
    serve(() => respond({ detail: { code: 'CHAT_NOT_FOUND', message: 'gone', params: { a: 1 } } }, 404))
    const error = await call(queryChats, { body: {} }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 404, code: 'CHAT_NOT_FOUND', message: 'gone', params: { a: 1 } })
  })

  test('fails as UNKNOWN for a foreign error, and for a response that breaks the contract', async () => {
    serve(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(call(queryChats, { body: {} })).rejects.toMatchObject({ status: 502, code: 'UNKNOWN' })
    serve(() => respond({ nothing: true }))
    await expect(call(queryChats, { body: {} })).rejects.toMatchObject({ code: 'UNKNOWN' })
  })

  test('fails as NetworkError without a response, and stays signed in', async () => {
    serve(failToFetch)
    await expect(call(queryChats, { body: {} })).rejects.toBeInstanceOf(NetworkError)
    expect(isSignedIn()).toBe(true)
  })
})

describe('a 401', () => {
  test('refreshes once and retries', async () => {
    const requests = serve(createExpiringService(respondNewTokens))
    await expect(call(queryChats, { body: {} })).resolves.toEqual(emptyPage)
    expect(requests.map(getPath)).toEqual(['/api/v1/chat/query', refreshPath, '/api/v1/chat/query'])
    expect(readSession()).toEqual({ accessToken: 'new', refreshToken: 'refresh-2' })
  })

  test('of many concurrent calls refreshes once for all', async () => {
    const requests = serve(createExpiringService(respondNewTokens))
    await Promise.all([1, 2, 3, 4].map(() => call(queryChats, { body: {} })))
    expect(requests.map(getPath).filter((path) => path === refreshPath)).toHaveLength(1)
  })

  test('uses the token that another tab received meanwhile', async () => {
    const requests = serve((request) => {
      if (request.headers.get('authorization') === 'Bearer new') return respond(emptyPage)
      storeSession({ access_token: 'new', refresh_token: 'refresh-2', expires_in: 600 })
      return refuse(401, 'AUTH_TOKEN_EXPIRED')
    })
    await call(queryChats, { body: {} })
    expect(requests.map(getPath)).not.toContain(refreshPath)
  })

  test('in two tabs refreshes once: the second waits for the lock and finds the new token', async () => {
    let last: Promise<unknown> = Promise.resolve()
    const locks = {
      request: <T>(_name: string, task: () => Promise<T>) => {
        const turn = last.then(task)
        last = turn.catch(() => undefined)
        return turn
      },
    }
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks } }))
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.resetModules()
    const tabA = await import('./client.ts')
    vi.resetModules()
    const tabB = await import('./client.ts')
    const requests = serve(createExpiringService(respondNewTokens))
    await Promise.all([tabA.call(queryChats, { body: {} }), tabB.call(queryChats, { body: {} })])
    expect(requests.map(getPath).filter((path) => path === refreshPath)).toHaveLength(1)
  })

  test('ends the session when the refresh is refused, and notifies once', async () => {
    const ended = vi.fn()
    const stop = onSessionChange(ended)
    serve(createExpiringService(() => refuse(401, 'AUTH_SESSION_ENDED')))
    const results = await Promise.allSettled([call(queryChats, { body: {} }), call(getMe)])
    stop()
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(isSignedIn()).toBe(false)
    expect(ended).toHaveBeenCalledExactlyOnceWith(false)
  })

  test('keeps the session when the service cannot refresh now', async () => {
    serve(createExpiringService(() => refuse(503, 'SERVICE_UNAVAILABLE')))
    await expect(call(queryChats, { body: {} })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(isSignedIn()).toBe(true)
  })

  test('ends the session when the new token is refused too', async () => {
    serve((request) => (getPath(request) === refreshPath ? respondNewTokens() : refuse(401, 'AUTH_SESSION_ENDED')))
    await expect(call(queryChats, { body: {} })).rejects.toMatchObject({ code: 'AUTH_SESSION_ENDED' })
    expect(isSignedIn()).toBe(false)
  })

  test('of the sign-in itself is a wrong password', async () => {
    const requests = serve(() => refuse(401, 'AUTH_LOGIN_FAILED'))
    await expect(call(login, { body: { email: 'a@b.c', password: 'x' } })).rejects.toMatchObject({ code: 'AUTH_LOGIN_FAILED' })
    expect(requests).toHaveLength(1)
    expect(isSignedIn()).toBe(true)
  })
})

test('without a token sends nothing', async () => {
  localStorage.clear()
  const requests = serve(() => respond(emptyPage))
  await expect(call(queryChats, { body: {} })).rejects.toMatchObject({ status: 401, code: 'AUTH_REQUIRED' })
  expect(requests).toHaveLength(0)
})

test('signing out sends the refresh token and no bearer token', async () => {
  const requests = serve(() => respond({ success: true }))
  await call(logout, { body: { refresh_token: 'refresh-1' } })
  expect(requests[0]?.headers.has('authorization')).toBe(false)
  await expect(requests[0]?.json()).resolves.toEqual({ refresh_token: 'refresh-1' })
})
