// The cookie of a browser in which a user has signed in, by which guesses elsewhere do not slow it down.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInOrigin } from './sign-in-log.ts'

const name = 'heddle_browser'
/** As long as browsers keep a cookie at most (RFC 6265bis, section 5.5). */
const maxAge = 400 * 24 * 60 * 60

export const readSignInOrigin = ({
  ip,
  headers,
  hostname,
  host,
  protocol,
  cookies,
}: Pick<FastifyRequest, 'ip' | 'headers' | 'hostname' | 'host' | 'protocol' | 'cookies'>): SignInOrigin => ({
  address: ip,
  userAgent: headers['user-agent'],
  hostname,
  host,
  protocol,
  browser: cookies[name],
})

export const setBrowserCookie = ({ protocol }: Pick<FastifyRequest, 'protocol'>, reply: FastifyReply, browser: string) =>
  reply.setCookie(name, browser, { path: '/api/v1/auth', httpOnly: true, sameSite: 'lax', secure: protocol === 'https', maxAge })
