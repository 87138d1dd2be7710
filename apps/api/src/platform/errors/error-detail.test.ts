import { ModelError } from '@heddle/workflow/model/ports'
import { describe, expect, test } from 'vitest'
import { toErrorDetail } from './error-detail.ts'

describe('what a reply says about its failure', () => {
  test('is the code and the parameters of a known one', () => {
    expect(toErrorDetail(new ModelError('MODEL_RATE_LIMITED', { params: { retry_after: 3 } }))).toMatchObject({
      code: 'MODEL_RATE_LIMITED',
      params: { retry_after: 3 },
    })
  })

  test.each([new Error('password=hunter2'), Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'text', null])(
    'tells nothing of any other',
    (failure) => {
      expect(toErrorDetail(failure)).toEqual({ code: 'UNKNOWN', message: 'An unknown error occurred.' })
    },
  )
})
