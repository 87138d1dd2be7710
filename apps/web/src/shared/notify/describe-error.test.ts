import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { startI18n } from '#i18n/i18n.ts'
import { ApiError, NetworkError } from '../api/errors.ts'
import { formatErrorMessage, formatErrorTitle, notifyError, formatWithReason } from './describe-error.ts'
import { snackbarStore } from './notify.ts'

beforeAll(async () => {
  await startI18n()
  await i18next.changeLanguage('en')
})
const t = () => i18next.getFixedT('en', 'errors')

describe('the snackbar of a failed call', () => {
  test('shows the translation of the code, with code and status in the title', () => {
    const error = new ApiError(403, 'FORBIDDEN', 'from the server')
    expect(formatErrorMessage(t(), error)).toBe('You do not have permission to access this resource.')
    expect(formatErrorTitle(t(), error)).toBe('Error (FORBIDDEN 403)')
    expect(formatErrorTitle(i18next.getFixedT('zh-Hant', 'errors'), error)).toBe('錯誤（FORBIDDEN 403）')
  })

  test("shows the server's message without a translation, and the generic text without a message", () => {
    const code = 'NEW_CODE' as 'UNKNOWN'
    expect(formatErrorMessage(t(), new ApiError(418, code, 'from the server'))).toBe('from the server')
    expect(formatErrorMessage(t(), new ApiError(418, code, ''))).toBe('Something went wrong. Please try again later.')
  })

  test('shows the reason of a code with several reasons', () => {
    const error = new ApiError(409, 'AUTH_USER_ROLE_FAILED_TO_UPDATE', '', { reason: 'last_super_user' })
    expect(formatErrorMessage(t(), error)).toBe('This is the last super admin who can sign in. Give the role to someone else first.')
    const unknown = new ApiError(409, 'AUTH_USER_ROLE_FAILED_TO_UPDATE', '', { reason: 'of a newer service' })
    expect(formatErrorMessage(t(), unknown)).toBe('The user role could not be updated.')
  })

  test('shows that the service is disconnected without a response', () => {
    expect(formatErrorMessage(t(), new NetworkError('x'))).toBe('You are disconnected from the service')
    expect(formatErrorTitle(t(), new NetworkError('x'))).toBe('Error')
  })

  test('shows the unknown error for any other failure', () => {
    expect(formatErrorMessage(t(), new Error('a bug'))).toBe('An unknown error occurred. Press F12 for details.')
  })

  test('shows the failed action before the reason, and once when both are the same', () => {
    notifyError(t(), new NetworkError('x'), 'createChat')
    const message = 'The chat could not be created. Please try again later. You are disconnected from the service'
    expect(snackbarStore.read()).toMatchObject([{ title: 'Error', message }])
    const failed = t()('code.CHAT_FILE_UPLOAD_FAILED')
    expect(formatWithReason(t(), failed, formatErrorMessage(t(), new ApiError(500, 'CHAT_FILE_UPLOAD_FAILED', '')))).toBe(failed)
    expect(formatWithReason(i18next.getFixedT('zh-Hant', 'errors'), '無法建立對話。', '找不到專家。')).toBe('無法建立對話。找不到專家。')
  })

  test('stays for five seconds, and is not shown for an aborted call', () => {
    notifyError(t(), new DOMException('gone', 'AbortError'))
    expect(snackbarStore.read()).toHaveLength(0)
    notifyError(t(), new NetworkError('x'))
    notifyError(t(), new NetworkError('x'))
    expect(snackbarStore.read()).toMatchObject([{ kind: 'error', timeout: 5_000 }])
  })
})
