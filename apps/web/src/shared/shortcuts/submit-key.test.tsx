import { Popover, TagsInput, TextInput } from '@mantine/core'
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { renderWithApp } from '#testing/render.tsx'
import { holdComposedKeys, isCancelKey, isSubmitKey } from './submit-key.ts'

beforeAll(() => holdComposedKeys(window))

/** As browsers report a key of an input method, and as Safari does after the composition. */
const composed = [
  ['Chromium and Firefox', { isComposing: true }],
  ['Safari', { isComposing: false, keyCode: 229 }],
] as const

describe.each(composed)('a key of an input method, as %s reports it,', (_, state) => {
  test('neither sends nor cancels', () => {
    const press = (key: string, more: object) => new KeyboardEvent('keydown', { key, ...more })
    expect([isSubmitKey(press('Enter', state)), isCancelKey(press('Escape', state))]).toEqual([false, false])
    expect([isSubmitKey(press('Enter', {})), isCancelKey(press('Escape', {}))]).toEqual([true, true])
  })

  test('adds no tag', async () => {
    const onChange = vi.fn()
    const { user } = await renderWithApp(<TagsInput label="Tags" onChange={onChange} />)
    const field = screen.getByRole('combobox', { name: 'Tags' })
    await user.type(field, '棉')
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', ...state })
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
    expect(onChange).toHaveBeenCalledWith(['棉'])
  })

  test('closes no dialog', async () => {
    const onClose = vi.fn()
    await renderWithApp(
      <Dialog isOpen title="Rename" maxWidth={400} onClose={onClose}>
        <TextInput label="Name" />
      </Dialog>,
    )
    const field = screen.getByRole('textbox', { name: 'Name' })
    fireEvent.keyDown(field, { key: 'Escape', ...state })
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('closes no popover', async () => {
    const onDismiss = vi.fn()
    await renderWithApp(
      <Popover opened onDismiss={onDismiss}>
        <Popover.Target>
          <button type="button">open</button>
        </Popover.Target>
        <Popover.Dropdown>
          <TextInput label="Name" />
        </Popover.Dropdown>
      </Popover>,
    )
    const field = screen.getByRole('textbox', { name: 'Name' })
    fireEvent.keyDown(field, { key: 'Escape', ...state })
    expect(onDismiss).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(onDismiss).toHaveBeenCalled()
  })
})
