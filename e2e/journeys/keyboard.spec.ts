// Everything that a pointer does, without one.
import type { Page } from '@playwright/test'
import { chatScreen, demo, expertName, prepareChat } from '../support/chat.ts'
import { expect, test } from '../support/fixtures.ts'
import { textsOf } from '../support/texts.ts'

const t = textsOf('en')
const language = 'en'
const mostStops = 40

/** Presses Tab until the focus is on something with that name. */
async function tabTo(page: Page, name: string | RegExp) {
  const focused = page.locator(':focus')
  for (let stop = 0; stop < mostStops; stop += 1) {
    if ((await focused.count()) > 0) {
      const label = (await focused.getAttribute('aria-label')) ?? (await focused.textContent()) ?? ''
      if (typeof name === 'string' ? label.trim() === name : name.test(label)) return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(name)}`)
}

test('one signs in, opens a chat, asks and stops with the keyboard alone', async ({ visit, people }) => {
  const member = await people.invite()
  const page = await visit({ language })
  await page.goto('/login')
  await expect(page.getByRole('textbox', { name: t('auth.email'), exact: true })).toBeFocused()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('home.welcome', { product: 'Heddle' }) })).toBeVisible()

  await tabTo(page, t('shell.menu.newChat'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('chat.start.heading') })).toBeVisible()
  await tabTo(page, new RegExp(expertName(language)))
  await page.keyboard.press('Enter')

  const chat = chatScreen(page, t)
  await expect(page.getByRole('heading', { level: 1, name: expertName(language) })).toBeVisible()
  await tabTo(page, t('chat.composer.label'))
  await page.keyboard.type(`How strong is silk? ${demo('endless,tps=30')}`)
  await page.keyboard.press('Enter')
  await chat.readAtLeast(20)
  await expect(chat.composer).toBeFocused()
  await tabTo(page, t('chat.composer.stop'))
  await page.keyboard.press('Enter')
  await expect(chat.reply.getByText(t('chat.message.stopped'))).toBeVisible()
})

test('the first stop of Tab leads past the menu to the content', async ({ visit, people }) => {
  const page = await visit({ as: await people.get('member'), language })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: t('shell.skip') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: t('home.newChat') })).toBeFocused()
})

test('a dialog keeps the focus, is not closed by Escape, and gives the focus back', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path } = await prepareChat(db, member, language, 'Yarn counts')
  const page = await visit({ as: member, language })
  await page.goto(path)
  const more = page.getByRole('button', { name: t('chat.header.more') })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('menuitem', { name: t('chat.header.delete') }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('history.delete.title') })
  await expect(dialog.getByRole('button', { name: t('history.delete.cancel'), exact: true })).toBeFocused()
  for (let stop = 0; stop < 6; stop += 1) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: t('history.delete.cancel'), exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()
})

test('Enter that ends a composition does not send, Shift and Enter begins a line', async ({ visit, people, db }) => {
  const member = await people.invite()
  const { path } = await prepareChat(db, member, 'zhHant')
  const page = await visit({ as: member })
  const words = textsOf('zhHant')
  const chat = chatScreen(page, words)
  await page.goto(path)
  await chat.composer.focus()

  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'ㄇㄧㄢˊ', selectionStart: 4, selectionEnd: 4 })
  // As Chromium reports the key while an input method is open: code 229, and isComposing.
  await chat.composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true })
  await input.send('Input.insertText', { text: '棉' })
  // Safari ends the composition before it reports the key.
  await chat.composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: false, bubbles: true, cancelable: true })
  await expect(chat.composer).toHaveValue('棉')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('?')
  await expect(chat.composer).toHaveValue('棉\n?')
  await expect(page.getByRole('article')).toHaveCount(0)

  await page.keyboard.press('Enter')
  await chat.expectDone()
})
