import { screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { ApiError } from '../../api/errors.ts'
import { confirm } from '../../notify/confirm.ts'
import { ConfirmHost } from './ConfirmHost.tsx'

const question = { title: 'Leave?', message: 'What you typed will be lost.' }

async function ask(options: Partial<Parameters<typeof confirm>[0]> = {}) {
  const view = await renderWithApp(<ConfirmHost />)
  let answer = Promise.resolve(false)
  act(() => {
    answer = confirm({ ...question, ...options })
  })
  const dialog = await screen.findByRole('dialog', { name: 'Leave?' })
  return { ...view, answer, dialog }
}

describe('the confirm dialog', () => {
  test('resolves to true when the user confirms, and closes', async () => {
    const { user, answer, dialog } = await ask()
    expect(dialog).toHaveTextContent('What you typed will be lost.')
    expect(within(dialog).queryByRole('banner')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await expect(answer).resolves.toBe(true)
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
  })

  test.each(['Cancel', 'Close'])('resolves to false with %s', async (name) => {
    const { user, answer } = await ask()
    await user.click(screen.getByRole('button', { name }))
    await expect(answer).resolves.toBe(false)
  })

  test('stays open on Escape', async () => {
    const { user, answer, dialog } = await ask()
    await user.keyboard('{Escape}')
    expect(dialog).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await answer
  })

  test('runs the action before it closes, shows its error, and can retry', async () => {
    const deed = vi
      .fn<() => Promise<unknown>>()
      .mockRejectedValueOnce(new ApiError(409, 'CONFLICT', ''))
      .mockResolvedValueOnce(null)
    const { user, answer, dialog } = await ask({ act: deed })
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Something else changed at the same moment.')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await expect(answer).resolves.toBe(true)
    expect(deed).toHaveBeenCalledTimes(2)
  })

  test('can do without the cancel button', async () => {
    const { user, answer } = await ask({ cancelButton: false })
    expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await answer
  })
})
