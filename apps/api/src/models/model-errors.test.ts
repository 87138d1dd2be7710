import { APIError } from 'openai'
import { expect, test } from 'vitest'
import { toModelError } from './model-errors.ts'

const refusal = (error: object) => APIError.generate(400, { error }, undefined, new Headers())

test('a refusal keeps what names the cause, and nothing that may quote the conversation', () => {
  const message = "Input should be a valid list, 'input': [{'role': 'user', 'content': 'a secret'}]"
  const error = toModelError(refusal({ message, type: 'BadRequestError', code: 'a code with a secret' }))
  expect(error).toMatchObject({ code: 'MODEL_REFUSED', params: { status: 400 } })
  expect(error.cause).toEqual(new Error('The endpoint responded with 400 BadRequestError'))
})
