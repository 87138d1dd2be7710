// axe looks at every screen, in light and dark. (What it can not see is in keyboard.spec.ts.)
import { expectAccessible, test } from '../support/fixtures.ts'
import { screenNames, showScreen } from '../support/screens.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    for (const name of screenNames) {
      test(name, async ({ visit, people, db, problems }) => {
        const { page } = await showScreen(name, { visit, people, db, problems, colorScheme, language: 'zhHant' })
        await expectAccessible(page)
      })
    }
  })
}
