// axe looks at every screen, in light and dark. (What it can not see is in keyboard.spec.ts.)
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { screenNames, showScreen } from '../support/screens.ts'

for (const name of screenNames) {
  test(name, async ({ visit, people, db, problems }) => {
    const { page } = await showScreen(name, { visit, people, db, problems, language: 'zhHant' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expectAccessible(page)
  })
}
