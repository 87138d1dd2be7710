// How a user operates a page: with the mouse, or with the keyboard alone.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from '../texts.ts'
import { chooseOption } from './forms.ts'

export type Hands = {
  /** Activates a button or a link. */
  readonly press: (target: Locator) => Promise<void>
  /** Replaces the text of a field. */
  readonly fill: (field: Locator, text: string) => Promise<void>
  /** Turns a switch or a check box on. */
  readonly check: (control: Locator) => Promise<void>
  /** Chooses a radio button of a segmented control. */
  readonly choose: (radio: Locator) => Promise<void>
  /** Chooses an option of a select, with its own list or that of the browser. */
  readonly pick: (field: Locator, option: string) => Promise<void>
  /** Opens a tab of the page. */
  readonly openTab: (tab: Locator) => Promise<void>
}

const isNative = (field: Locator) => field.evaluate(({ tagName }) => tagName === 'SELECT')

/** A page in a language, and how it is operated. */
export type Operated = { readonly page: Page; readonly t: Texts; readonly hands: Hands }

export const mouse: Hands = {
  press: (target) => target.click(),
  fill: (field, text) => field.fill(text),
  check: (control) => control.check(),
  // Its input has no size to click at; its label has.
  choose: async (radio) =>
    radio
      .page()
      .locator(`label[for="${await radio.getAttribute('id')}"]`)
      .click(),
  pick: async (field, option) => {
    if (await isNative(field)) await field.selectOption(option)
    else await chooseOption(field.page(), field, option)
  },
  openTab: (tab) => tab.click(),
}

export const keyboard: Hands = {
  press: async (target) => {
    await expect(target).toBeEnabled()
    await tabUntil(target)
    await target.page().keyboard.press('Enter')
  },
  fill: async (field, text) => {
    await tabUntil(field)
    const { keyboard: keys } = field.page()
    await keys.press('ControlOrMeta+a')
    // The rest at once, as from an input method: a page draws itself after each key.
    await keys.type(text.slice(0, 2))
    await keys.insertText(text.slice(2))
    await expect(field).toHaveValue(text)
  },
  check: async (control) => {
    await tabUntil(control)
    await control.page().keyboard.press('Space')
    await expect(control).toBeChecked()
  },
  choose: async (radio) => {
    const group = radio.page().locator(`input[name="${await radio.getAttribute('name')}"]`)
    // Tab stops at the chosen one; the arrows go on.
    await tabUntil(group.and(radio.page().locator(':checked')))
    for (let step = await group.count(); step > 0 && !(await radio.isChecked()); step -= 1) await radio.page().keyboard.press('ArrowRight')
    await expect(radio).toBeChecked()
  },
  pick: async (field, option) => {
    const page = field.page()
    await tabUntil(field)
    if (await isNative(field)) {
      await page.keyboard.type(option)
      await expect(field.locator('option:checked')).toHaveText(option)
      return
    }
    await page.keyboard.press('ArrowDown')
    const target = page.getByRole('option', { name: option, exact: true })
    await expect(target).toBeVisible()
    const id = (await target.getAttribute('id')) ?? ''
    const readActive = () => field.getAttribute('aria-activedescendant')
    // From the last option the arrow goes on to the first.
    for (let step = await page.getByRole('option').count(); step > 0; step -= 1) {
      const active = await readActive()
      if (active === id) break
      await page.keyboard.press('ArrowDown')
      await expect.poll(readActive, { intervals: [20] }).not.toBe(active)
    }
    await expect(field).toHaveAttribute('aria-activedescendant', id)
    await page.keyboard.press('Enter')
    await expect(target).toBeHidden()
  },
  openTab: async (tab) => {
    const tabs = tab.page().getByRole('tab')
    const open = tabs.and(tab.page().locator('[aria-selected=true]'))
    await tabUntil(open)
    const names = await tabs.allInnerTexts()
    const steps = names.indexOf(await tab.innerText()) - names.indexOf(await open.innerText())
    for (let step = 0; step < Math.abs(steps); step += 1) await tab.page().keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft')
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  },
}

/** Each expert that another journey makes is a stop more. */
const maxStops = 120

/** Waits until the modal dialog of the target has taken the focus from the page: it does so after it is shown, and would take it again. */
async function waitForFocusOfDialog(target: Locator): Promise<void> {
  const isBehind = () =>
    target.evaluate((element) => {
      const { activeElement, body } = element.ownerDocument
      return activeElement !== body && element.closest('[aria-modal=true]')?.contains(activeElement) === false
    })
  await expect.poll(isBehind, { message: 'focus behind the dialog', intervals: [20] }).toBe(false)
}

/** Presses Tab, or Shift and Tab for what is before the focus, until the target has the focus. */
export async function tabUntil(target: Locator): Promise<void> {
  const page = target.page()
  await waitForFocusOfDialog(target)
  const isBefore = await target.evaluate((element) => {
    const { activeElement, body } = element.ownerDocument
    return activeElement !== null && activeElement !== body && (activeElement.compareDocumentPosition(element) & 2) !== 0
  })
  const key = isBefore ? 'Shift+Tab' : 'Tab'
  // Found once, and again only when it was replaced: to find a role and a name reads the whole page.
  let element = await target.elementHandle()
  for (let stop = 0; stop < maxStops; stop += 1) {
    const state = await element?.evaluate((node) => ({ isThere: node.isConnected, hasFocus: node === node.ownerDocument?.activeElement }))
    if (state?.hasFocus) break
    if (state?.isThere) await page.keyboard.press(key)
    else element = await target.elementHandle()
  }
  await expect(target).toBeFocused()
}

/** Expects that a row was picked up by its handle: until that is said the arrows move nothing. Where it is now may be said by then. */
export async function expectPickedUp(
  { page, t }: Pick<Operated, 'page' | 't'>,
  // oxlint-disable-next-line heddle/vague-name -- A word of the catalogue.
  row: { readonly name: string; readonly place: number; readonly count: number },
): Promise<void> {
  await expect(page.getByText(t('common.order.picked', row)).or(page.getByText(t('common.order.over', row)))).toBeAttached()
}
