// The two looks at what the failures of an address have used up: before a password is compared, and after.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { AppError } from '../errors/app-error.ts'
import { createLoginThrottle } from './login-throttle.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('an address that has used up its failures', () => {
  const throttled = { code: 'AUTH_THROTTLED' }

  function arrange(address: string) {
    const throttle = createLoginThrottle(app.dependencies.pool, app.dependencies.keys)
    const fail = () => Promise.reject(new AppError('AUTH_LOGIN_FAILED'))
    const attempt = (check: () => Promise<void>) => throttle.attempt(['a name'], { address }, check)
    const useUp = async () => {
      for (let guessed = 0; guessed < 20; guessed += 1)
        await expect(throttle.attempt([`guess ${guessed}`], { address }, fail)).rejects.toMatchObject({ code: 'AUTH_LOGIN_FAILED' })
    }
    return { attempt, useUp }
  }

  test('has no more passwords compared, which would cost a hash each', async () => {
    const { attempt, useUp } = arrange('10.0.9.1')
    await useUp()
    let isCompared = false
    const compare = () => {
      isCompared = true
      return Promise.resolve()
    }
    await expect(attempt(compare)).rejects.toMatchObject(throttled)
    expect(isCompared).toBe(false)
  })

  test('is not told of a right password that was being compared meanwhile', async () => {
    const { attempt, useUp } = arrange('10.0.9.2')
    await expect(attempt(useUp)).rejects.toMatchObject(throttled)
  })
})
