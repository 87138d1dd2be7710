// Every screen, in the language with the longest words: checked by axe in light and dark, then at the width of a phone, with letters of
// twice the size too. (keyboard.spec.ts has what axe cannot check.)
import type { Page } from '@playwright/test'
import { desk, expect, expectAccessible, expectNoSidewaysScroll, saveScreenshot, test } from '../../support/fixtures.ts'
import { screenGroups } from '../../support/screens/screens.ts'

const maxScreenMs = 40_000

/** Expects that every badge shows all its words. */
const expectWholeBadges = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.mantine-Badge-label')].filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)`,
      ),
    )
    .toEqual([])

async function expectFits(page: Page) {
  await expectWholeBadges(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page, 'colors')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await setLetters(page, 32)
  await expectAccessible(page, 'layout')
}

/** Chooses the size of letters as the settings of a browser do, which media queries read too. */
async function setLetters(page: Page, pixels: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: (pixels * 13) / 16 } })
  await session.detach()
  await expect(page.locator('html')).toHaveCSS('font-size', `${pixels}px`)
}

// A group shares a page, which loads the application and axe once: half of what a screen costs.
for (const { names, open } of screenGroups) {
  test(`${names.join(', ')}: no serious violation of axe, and a window of 360 pixels and large letters fit`, async ({
    visit,
    people,
    db,
    problems,
  }) => {
    test.slow()
    const { page, show } = await open({ visit, people, db, problems, language: 'vi' })
    const failures: string[] = []
    for (const name of names) {
      await page.setViewportSize(desk)
      await page.emulateMedia({ colorScheme: 'light' })
      await setLetters(page, 16)
      try {
        await test.step(
          name,
          async () => {
            await show(name)
            await expectFits(page)
          },
          { timeout: maxScreenMs },
        )
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        await saveScreenshot(page, name)
      }
    }
    expect(failures).toEqual([])
  })
}
