// Every screen, in the language with the longest words: checked by axe in light and dark, then at the width of a phone, with letters of
// twice the size too. (keyboard.spec.ts has what axe cannot check.)
import type { Page } from '@playwright/test'
import { type AxePart, desk, expect, expectAccessible, expectNoSidewaysScroll, saveScreenshot, test } from '../../support/fixtures.ts'
import { screenGroups, type ScreenName } from '../../support/screens/screens.ts'

const maxScreenMs = 40_000

/** Screens that are made of the same parts as another one, with other words: it is checked for them. */
const alike: ReadonlySet<ScreenName> = new Set<ScreenName>([
  // 'sign-in'
  'account sign-in',
  // 'no such page'
  'not for this role',
  'no such chat',
  // 'delete a user'
  'delete dialog',
  'delete a workflow',
  'reset a password',
  // 'usage of the institute'
  'usage of a tenant',
])

/** Expects that every badge shows all its words. */
const expectWholeBadges = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.mantine-Badge-label')].filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)`,
      ),
    )
    .toEqual([])

async function expectFits(page: Page, part: AxePart) {
  await expectWholeBadges(page)
  await expectAccessible(page, 'all', part)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page, 'colors', part)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await setLetters(page, 32)
  await expectAccessible(page, 'layout', part)
}

/** Chooses the size of letters as the settings of a browser do, which media queries read too. */
async function setLetters(page: Page, pixels: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: (pixels * 13) / 16 } })
  await session.detach()
  await expect(page.locator('html')).toHaveCSS('font-size', `${pixels}px`)
}

async function resetWindow(page: Page) {
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light' })
  await setLetters(page, 16)
}

// A group shares a page, which loads the application and axe once, and whose menu is checked once.
for (const { names: all, open } of screenGroups) {
  const names = all.filter((name) => !alike.has(name))
  test(`${names.join(', ')}: no serious violation of axe, and a window of 360 pixels and large letters fit`, async ({
    visit,
    people,
    db,
    problems,
  }) => {
    test.slow()
    const { page, show } = await open({ visit, people, db, problems, language: 'vi' })
    const failures: string[] = []
    const seen = new Set<string>()

    /** What of the screen no earlier one of the group has shown: where a dialog covers a page that was checked, only the dialog. */
    async function findNewPart(): Promise<AxePart> {
      const url = page.url()
      if (seen.has(url) && (await page.locator('[data-portal] [aria-modal=true]').count()) > 0) return 'dialog'
      const part = seen.size === 0 ? 'page' : 'content'
      seen.add(url)
      return part
    }

    for (const name of names) {
      try {
        await test.step(
          name,
          async () => {
            await show(name, () => resetWindow(page))
            await expectFits(page, await findNewPart())
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
