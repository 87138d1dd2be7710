// An administrator of a group makes an expert, and its members use it.
import { createWorkflow } from '@heddle/db/factories/workflow'
import { createPng } from '../../../apps/api/test/files/png.ts'
import { createChatScreen, createDirective } from '../../support/pages/chat.ts'
import { findModelCalls } from '../../support/product/demo-model.ts'
import { expect, expectAccessible, test } from '../../support/fixtures.ts'
import { chooseOption, confirmDialog, expectFieldError, expectMessage, press } from '../../support/controls/forms.ts'
import { createWeavers } from '../../support/pages/groups.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const language = 'en'

test('a group’s administrator makes an expert with questions in two languages, which members use', async ({ visit, people, db }) => {
  const { tenantId, join } = await people.createInstitute()
  const [owner, member] = [await join('U'), await join('U')]
  const group = await createWeavers(db, { tenantId, owner, member })
  await createWorkflow(db, { tenantId, name: { default: 'Plain chat' } })
  await createWorkflow(db, { tenantId, name: { default: 'Strict' }, allowUserPrompt: false })
  const page = await visit({ as: owner, language })

  await test.step('is told what is missing', async () => {
    await page.goto('/assistant')
    await page.getByRole('link', { name: t('assistant.create'), exact: true }).click()
    await press(page, t('assistant.create'))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(t('assistant.editor.check'))
    await press(alert, t('assistant.behaviour.workflow'))
    await expectFieldError(page.getByRole('combobox', { name: t('assistant.behaviour.workflow') }), t('form.rule.required'))
  })

  await test.step('chooses the workflow, which decides about the instructions', async () => {
    const workflow = page.getByRole('combobox', { name: t('assistant.behaviour.workflow') })
    const prompt = page.getByRole('textbox', { name: t('assistant.behaviour.prompt') })
    await chooseOption(page, workflow, 'Strict')
    await expect(prompt).toBeDisabled()
    await expect(prompt).toHaveAccessibleDescription(t('assistant.behaviour.promptOff'))
    await chooseOption(page, workflow, 'Plain chat')
    await prompt.fill('Speak of looms.')
  })

  await test.step('gives it a picture, cut to a square, in place of another', async () => {
    const picture = page.getByRole('group', { name: t('assistant.basics.picture'), exact: true })
    for (const [word, width] of [
      ['choose', 100],
      ['replace', 90],
    ] as const) {
      const chooser = page.waitForEvent('filechooser')
      await press(picture, t(`form.picture.${word}`))
      await (await chooser).setFiles({ name: 'loom.png', mimeType: 'image/png', buffer: createPng({ width, height: 60 }) })
      await expect(picture.getByRole('button', { name: t('form.picture.remove') })).toBeVisible()
    }
    await expect(picture.locator('img')).toHaveJSProperty('naturalWidth', 60)
  })

  await test.step('names it and adds two questions, the second first', async () => {
    await page.getByRole('textbox', { name: t('assistant.basics.name') }).fill('Loom adviser')
    for (const [number, title, content] of [
      [1, 'Reed', 'What is a reed?'],
      [2, 'Warp', 'What is a warp?'],
    ] as const) {
      await press(page, t('assistant.questions.add'))
      await page.getByRole('textbox', { name: t('assistant.questions.titleOf', { number }) }).fill(title)
      await page.getByRole('textbox', { name: t('assistant.questions.contentOf', { number }) }).fill(content)
    }
    const second = page.getByRole('listitem').filter({ hasText: t('assistant.questions.number', { number: 2 }) })
    for (const [field, text] of [
      ['titleOf', '經紗'],
      ['contentOf', '什麼是經紗？'],
    ] as const) {
      await second
        .getByRole('button', { name: t('form.localized.none') })
        .first()
        .click()
      const label = t('form.localized.label', { label: t(`assistant.questions.${field}`, { number: 2 }) })
      await second.getByRole('group', { name: label, exact: true }).getByRole('textbox', { name: '繁體中文', exact: true }).fill(text)
    }
    await press(page, t('assistant.questions.up', { number: 2 }))
    await expect(page.getByRole('textbox', { name: t('assistant.questions.titleOf', { number: 1 }) })).toHaveValue('Warp')
  })

  await test.step('tries it before it is saved, with a question of its own and another, and begins again', async () => {
    const trial = page.getByRole('region', { name: t('trial.title'), exact: true })
    const chat = createChatScreen(page, t)
    await trial.getByRole('button', { name: /Warp/ }).click()
    await chat.expectDone()
    await expect(chat.text).not.toBeEmpty()
    expect(await findModelCalls('Speak of looms.')).not.toEqual([])
    await trial
      .locator('input[type=file]')
      .setInputFiles({ name: 'warp.txt', mimeType: 'text/plain', buffer: Buffer.from('A warp is tense.') })
    await expect(trial.getByRole('list', { name: t('chat.files.list') }).getByText(t('chat.files.ready'))).toBeVisible()
    await chat.ask(`Why? ${createDirective('tps=0,tokens=40')}`)
    await chat.expectDone(2)
    await expectAccessible(page)
    await press(trial, t('trial.restart'))
    await expect(chat.replies).toHaveCount(0)
    await expect(trial.getByText('warp.txt')).toHaveCount(0)
    expect(await findModelCalls('A warp is tense.')).not.toEqual([])
    expect(await db.chat.count({ where: { tenantId } })).toBe(0)
  })

  await test.step('saves it', async () => {
    await press(page, t('assistant.create'))
    await expectMessage(page, t('assistant.editor.created', { name: 'Loom adviser' }))
    await expect(page).toHaveURL('/assistant?scope=managed')
    expect(await db.assistant.findFirstOrThrow({ where: { tenantId } })).toMatchObject({
      name: { default: 'Loom adviser' },
      groupId: group.id,
      createdById: owner.id,
      userPrompt: 'Speak of looms.',
      picture: expect.stringMatching(/^data:image/),
      isPublic: false,
      recommendedQuestions: [{ title: { zhHant: '經紗' } }, { title: { default: 'Reed' } }],
    })
  })

  await test.step('a member asks the question in the own language', async () => {
    const words = createTexts('zhHant')
    const theirs = await visit({ as: member, language: 'zhHant' })
    await theirs.goto('/assistant')
    await expect(theirs.getByRole('article').locator('img')).toHaveJSProperty('naturalWidth', 60)
    await theirs.getByRole('link', { name: 'Loom adviser', exact: true }).click()
    await theirs.getByRole('button', { name: '經紗' }).click()
    await createChatScreen(theirs, words).expectDone()
    await expect(theirs.getByText('什麼是經紗？').first()).toBeVisible()
  })

  await test.step('the administrator deletes it, knowing that a chat uses it', async () => {
    await press(page, t('assistant.menu.label', { name: 'Loom adviser' }))
    await page.getByRole('menuitem', { name: t('assistant.menu.delete') }).click()
    const title = t('assistant.delete.title', { name: 'Loom adviser' })
    await expect(page.getByRole('dialog', { name: title })).toContainText('1 chat uses this expert')
    await confirmDialog(page, title, t('assistant.delete.action'))
    await expect(page.getByText(t('assistant.empty.managed'))).toBeVisible()
    expect(await db.chat.findMany({ where: { tenantId }, select: { assistantId: true } })).toEqual([{ assistantId: null }])
  })
})
