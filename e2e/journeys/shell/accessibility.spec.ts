// Every screen, in the language with the longest words: checked by axe in light and dark, then at the width of a phone. (keyboard.spec.ts
// has what axe cannot check.)
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/fixtures.ts'
import { screenNames, showScreen } from '../../support/screens/screens.ts'

for (const name of screenNames) {
  test(`${name}: has no serious violation of axe, and fits a window of 360 pixels`, async ({ visit, people, db, problems }) => {
    const { page } = await showScreen(name, { visit, people, db, problems, language: 'vi' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expectAccessible(page, ['color-contrast'])
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
  })
}
