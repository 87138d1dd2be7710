import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { findShortcut, singleKeys, useShortcut, useShortcutKeys } from '#shared/shortcuts/shortcuts.ts'
import { renderWithApp } from '#testing/render.tsx'
import { ShortcutHelp } from './ShortcutHelp.tsx'

function Page({ onPalette, onHelp }: { onPalette: (() => void) | null; onHelp: () => void }) {
  useShortcutKeys()
  useShortcut('palette', onPalette)
  useShortcut('help', onHelp)
  return <input aria-label="field" />
}

const buildKeyPress = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})

describe('shortcuts', () => {
  test('work with Ctrl in a text field, and alone outside', async () => {
    const [onPalette, onHelp] = [vi.fn(), vi.fn()]
    const { user } = await renderWithApp(<Page onPalette={onPalette} onHelp={onHelp} />)
    await user.type(screen.getByRole('textbox', { name: 'field' }), 'k?/')
    expect([onPalette.mock.calls.length, onHelp.mock.calls.length]).toEqual([0, 0])
    await user.keyboard('{Control>}k{/Control}')
    expect(onPalette).toHaveBeenCalledOnce()
    await user.keyboard('{Control>}/{/Control}')
    expect(onHelp).toHaveBeenCalledOnce()
    screen.getByRole('textbox', { name: 'field' }).blur()
    await user.keyboard('?')
    expect(onHelp).toHaveBeenCalledTimes(2)
  })

  test('leave unknown keys to the browser', async () => {
    await renderWithApp(<Page onPalette={null} onHelp={vi.fn()} />)
    const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true })
    document.body.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  })

  test('distinguish letters with Shift from those without, and ignore other keys', () => {
    expect(findShortcut(buildKeyPress('O', { ctrlKey: true, shiftKey: true }), true)).toBe('newChat')
    expect(findShortcut(buildKeyPress('o', { ctrlKey: true }), true)).toBeNull()
    expect(findShortcut(buildKeyPress('k', { ctrlKey: true, altKey: true }), false)).toBeNull()
    expect(findShortcut(buildKeyPress('k', { metaKey: true }), false)).toBeNull()
  })

  test('can be turned off when they are a single key', async () => {
    const { user } = await renderWithApp(<ShortcutHelp isOpen onClose={vi.fn()} />)
    expect(findShortcut(buildKeyPress('?', { shiftKey: true }), false)).toBe('help')
    await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))
    expect(singleKeys.areOn()).toBe(false)
    expect(findShortcut(buildKeyPress('?', { shiftKey: true }), false)).toBeNull()
    expect(findShortcut(buildKeyPress('/', { ctrlKey: true }), false)).toBe('help')
  })
})
