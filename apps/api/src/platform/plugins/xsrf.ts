// Double-submit check: a page of another origin can make the browser send our cookie, but cannot copy it into a header.
import { xsrfCookie, xsrfHeader } from '@heddle/contracts/system/system'
import { timingSafeEqual } from 'node:crypto'
import plugin from 'fastify-plugin'
import { AppError } from '../errors/app-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function isSame(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export const xsrfPlugin = plugin(
  async (app) => {
    app.addHook('onRequest', async (request) => {
      if (safeMethods.has(request.method)) return
      const cookie = request.cookies[xsrfCookie]
      if (cookie === undefined) return
      const header = request.headers[xsrfHeader]
      if (typeof header !== 'string' || !isSame(cookie, header)) throw new AppError('XSRF_MISMATCH')
    })
  },
  { name: 'xsrf', dependencies: ['@fastify/cookie'] },
)
