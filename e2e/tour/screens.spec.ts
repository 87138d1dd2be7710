import { join } from 'node:path'
import { createChatScreen, createDirective, getExpertQuestion, prepareChat } from '../support/pages/chat.ts'
import { desk, phone, test } from '../support/fixtures.ts'
import { screenNames, showScreen } from '../support/screens/screens.ts'
import { createTexts } from '../support/texts.ts'

const directory = process.env.TOUR_DIR ?? ''

for (const language of ['zhHant', 'en', 'th'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [device, viewport] of Object.entries({ desk, phone })) {
      const picture = (name: string) => join(directory, `${name.replaceAll(' ', '-')}.${language}.${colorScheme}.${device}.png`)

      for (const name of screenNames) {
        test(`${name} ${language} ${colorScheme} ${device}`, async ({ visit, people, db, problems }) => {
          const page = await showScreen(name, { visit, people, db, problems, language, colorScheme, viewport })
          await page.screenshot({ path: picture(name) })
        })
      }

      test(`a reply being written ${language} ${colorScheme} ${device}`, async ({ visit, people, db }) => {
        const member = await people.invite()
        const { path } = await prepareChat(db, member, language)
        const page = await visit({ as: member, language, colorScheme, viewport })
        const chat = createChatScreen(page, createTexts(language))
        await page.goto(path)
        await chat.composer.waitFor()
        await page.screenshot({ path: picture('empty chat') })
        await chat.ask(`${getExpertQuestion(language)} ${createDirective('endless,tps=60')}`)
        await chat.reply.waitFor()
        await page.screenshot({ path: picture('thinking') })
        await chat.readAtLeast(120)
        await page.screenshot({ path: picture('streaming') })
        await chat.stop.click()
      })
    }
  }
}
