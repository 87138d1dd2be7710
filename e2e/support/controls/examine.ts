// What a page looks like at a station of a journey.
import type { Page } from '@playwright/test'
import { desk, expectAccessible, expectNoSidewaysScroll, phone, screenshot } from '../fixtures.ts'

/** Expects that a page is accessible and fits its window, and saves a screenshot. */
export async function examine(page: Page, name: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await screenshot(page, name)
}

/** Examines a page, and expects that it fits a phone too. */
export async function examineOnPhone(page: Page, name: string): Promise<void> {
  await examine(page, name)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await screenshot(page, `${name}-phone`)
  await page.setViewportSize(desk)
}
