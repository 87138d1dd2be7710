// What a page looks like at a station of a journey.
import type { Page } from '@playwright/test'
import { desk, expectAccessible, expectNoSidewaysScroll, phone, screenshot } from '../fixtures.ts'
import { type Operated, keyboard } from './hands.ts'

/** Expects that a page is accessible and fits its window, and saves a screenshot; once, as it is the same for both hands. */
export async function examine({ hands }: Pick<Operated, 'hands'>, page: Page, name: string): Promise<void> {
  if (hands === keyboard) return
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await screenshot(page, name)
}

/** Examines a page, and expects that it fits a phone too. */
export async function examineOnPhone(operated: Pick<Operated, 'hands'>, page: Page, name: string): Promise<void> {
  await examine(operated, page, name)
  if (operated.hands === keyboard) return
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await screenshot(page, `${name}-phone`)
  await page.setViewportSize(desk)
}
