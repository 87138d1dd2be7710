import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { startI18n } from '#i18n/i18n.ts'
import { ApiError, NetworkError } from '../api/errors.ts'
import { errorMessage, errorTitle, notifyError, withReason } from './describe-error.ts'
import { snackbarStore } from './notify.ts'

beforeAll(async () => {
  await startI18n()
  await i18next.changeLanguage('en')
})
const t = () => i18next.getFixedT('en', 'errors')

describe('the snackbar of a failed call', () => {
  test('says the translation of the code, and names code and status in the title', () => {
    const error = new ApiError(403, 'FORBIDDEN', 'from the server')
    expect(errorMessage(t(), error)).toBe('You do not have permission to access this resource.')
    expect(errorTitle(t(), error)).toBe('Error (FORBIDDEN 403)')
    expect(errorTitle(i18next.getFixedT('zh-Hant', 'errors'), error)).toBe('錯誤（FORBIDDEN 403）')
  })

  test('says what the server said when there is no translation, and the generic text when it said nothing', () => {
    const code = 'NEW_CODE' as 'UNKNOWN'
    expect(errorMessage(t(), new ApiError(418, code, 'from the server'))).toBe('from the server')
    expect(errorMessage(t(), new ApiError(418, code, ''))).toBe('Something went wrong. Please try again later.')
  })

  test('says the reason where a code has several', () => {
    const error = new ApiError(409, 'AUTH_USER_ROLE_FAILED_TO_UPDATE', '', { reason: 'last_super_user' })
    expect(errorMessage(t(), error)).toBe('This is the last super admin who can sign in. Give the role to someone else first.')
    const unknown = new ApiError(409, 'AUTH_USER_ROLE_FAILED_TO_UPDATE', '', { reason: 'of a newer service' })
    expect(errorMessage(t(), unknown)).toBe('The user role could not be updated.')
  })

  test('says that the service is disconnected when there was no answer', () => {
    expect(errorMessage(t(), new NetworkError('x'))).toBe('You are disconnected from the service')
    expect(errorTitle(t(), new NetworkError('x'))).toBe('Error')
  })

  test('says the unknown error for anything else', () => {
    expect(errorMessage(t(), new Error('a bug'))).toBe('An unknown error occurred. Press F12 for details.')
  })

  test('says what could not be done before the reason, and once where both say the same', () => {
    notifyError(t(), new NetworkError('x'), 'createChat')
    const message = 'The chat could not be created. Please try again later. You are disconnected from the service'
    expect(snackbarStore.read()).toMatchObject([{ title: 'Error', message }])
    const failed = t()('code.CHAT_FILE_UPLOAD_FAILED')
    expect(withReason(t(), failed, errorMessage(t(), new ApiError(500, 'CHAT_FILE_UPLOAD_FAILED', '')))).toBe(failed)
    expect(withReason(i18next.getFixedT('zh-Hant', 'errors'), '無法建立對話。', '找不到專家。')).toBe('無法建立對話。找不到專家。')
  })

  test('stays five seconds, and is not shown for a call that was given up', () => {
    notifyError(t(), new DOMException('gone', 'AbortError'))
    expect(snackbarStore.read()).toHaveLength(0)
    notifyError(t(), new NetworkError('x'))
    notifyError(t(), new NetworkError('x'))
    expect(snackbarStore.read()).toMatchObject([{ kind: 'error', timeout: 5_000 }])
  })
})
