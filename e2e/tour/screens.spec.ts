import { join } from 'node:path'
import { createChatScreen, createDirective, getExpertQuestion, prepareChat } from '../support/pages/chat.ts'
import { test } from '../support/fixtures.ts'
import { reviewedLooks } from '../support/looks.ts'
import { screenNames, showScreen } from '../support/screens/screens.ts'
import { createTexts } from '../support/texts.ts'

const directory = process.env.TOUR_DIR ?? ''

for (const look of reviewedLooks) {
  const { language } = look
  const picture = (name: string) => join(directory, `${name.replaceAll(' ', '-')}.${look.name}.png`)

  for (const name of screenNames) {
    test(`${name} ${look.name}`, async ({ visit, people, db, problems }) => {
      const page = await showScreen(name, { visit, people, db, problems, ...look })
      await page.screenshot({ path: picture(name) })
    })
  }

  test(`a reply being written ${look.name}`, async ({ visit, people, db }) => {
    const member = await people.invite()
    const { path } = await prepareChat(db, member, language)
    const page = await visit({ as: member, ...look })
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
