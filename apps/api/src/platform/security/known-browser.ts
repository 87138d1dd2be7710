// The mark of a browser in which a user has signed in: a cookie that says so of up to eight names, by signatures alone. Guesses elsewhere do
// not slow such a browser down, because its own are counted apart ("device cookies" of the OWASP, decision 0032).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The cookie's value: the id of the browser, then the signatures, the latest first. */
const cookiePattern = /^[\w-]{22}(?:\.[\w-]{43}){1,8}$/
const maxMarks = 8

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export function createKnownBrowsers(key: Uint8Array) {
  const sign = (id: string, name: string) => createHmac('sha256', key).update(`${id} ${name}`).digest('base64url')

  function parse(cookie: string | undefined) {
    const [id, ...marks] = cookiePattern.test(cookie ?? '') ? (cookie ?? '').split('.') : []
    return { id, marks }
  }

  return {
    /** Returns the id of the browser if a user has signed in there by this name; null if not. */
    find(cookie: string | undefined, name: string): string | null {
      const { id, marks } = parse(cookie)
      if (id === undefined) return null
      const expected = sign(id, name)
      return marks.some((mark) => isSame(mark, expected)) ? id : null
    },

    /** Returns the cookie of a browser in which a user has signed in by this name, `cookie` being the one that it had. */
    mark(cookie: string | undefined, name: string): string {
      const { id = randomBytes(16).toString('base64url'), marks } = parse(cookie)
      const mark = sign(id, name)
      return [id, mark, ...marks.filter((other) => other !== mark)].slice(0, maxMarks + 1).join('.')
    },
  }
}
