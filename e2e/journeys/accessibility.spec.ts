// Every screen, in the language with the longest words: axe looks at it in light and dark, and then the window becomes as narrow
// as phones are. (What axe cannot see is in keyboard.spec.ts.)
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/fixtures.ts'
import { screenNames, showScreen } from '../support/screens.ts'

for (const name of screenNames) {
  test(`${name}: axe finds nothing grave, and nothing lies beside a window of 360 pixels`, async ({ visit, people, db, problems }) => {
    const { page } = await showScreen(name, { visit, people, db, problems, language: 'vi' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expectAccessible(page, ['color-contrast'])
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
  })
}
