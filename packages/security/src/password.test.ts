import { describe, expect, test } from 'vitest'
import { hashPassword, needsRehash, verifyPassword } from './password.ts'

describe('a password', () => {
  test('is kept as a PHC string with its own salt', async () => {
    const [first, second] = await Promise.all([hashPassword('warp and weft'), hashPassword('warp and weft')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(second).not.toBe(first)
    expect(needsRehash(first)).toBe(false)
  })

  test('is recognised, and no other is', async () => {
    const encoded = await hashPassword('warp and weft')
    await expect(verifyPassword('warp and weft', encoded)).resolves.toBe(true)
    await expect(verifyPassword('warp and weft ', encoded)).resolves.toBe(false)
    await expect(verifyPassword('', encoded)).resolves.toBe(false)
  })

  test('is the same however its accents are typed', async () => {
    const encoded = await hashPassword('d\u1EC7t v\u1EA3i 2026')
    await expect(verifyPassword('d\u0065\u0323\u0302t va\u0309i 2026', encoded)).resolves.toBe(true)
  })

  test('is to be rehashed once the cost has changed, and is recognised until then', async () => {
    const encoded = '$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$YRz8RGXTHx61vpMjumdnHQzCd8A14FNvvr0cjiWtMk4'
    expect(needsRehash(encoded)).toBe(true)
    await expect(verifyPassword('warp and weft', encoded)).resolves.toBe(true)
  })

  test.each(['', 'warp and weft', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA'])(
    'is never what %j stands for',
    async (encoded) => {
      await expect(verifyPassword('warp and weft', encoded)).resolves.toBe(false)
      expect(needsRehash(encoded)).toBe(true)
    },
  )

  test('many at once take turns, and all are answered', async () => {
    const encoded = await hashPassword('warp and weft')
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => verifyPassword(i % 2 === 0 ? 'warp and weft' : 'other', encoded)))
    expect(answers).toEqual([true, false, true, false, true, false, true, false])
  })
})
