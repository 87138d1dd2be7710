// The tour of the chat page: offered once, gone through with the keyboard alone, left and repeated.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, phone, screenshot, test } from '../../support/fixtures.ts'
import { findDialog } from '../../support/controls/forms.ts'
import { tabUntil } from '../../support/controls/hands.ts'
import { createTexts } from '../../support/texts.ts'

const t = createTexts('en')
const steps = ['experts', 'composer', 'files', 'choices', 'menu', 'history', 'account'] as const

/** Finds the button of a step that goes on. It has the focus as soon as the step takes keys. */
const findNext = (page: Page, step: (typeof steps)[number]) =>
  findDialog(page, t(`tour.step.${step}.title`)).getByRole('button', {
    name: t(step === 'account' ? 'tour.finish' : 'tour.next'),
    exact: true,
  })

test('a new user is offered the tour once, and goes through it with the keyboard alone', async ({ visit, people }) => {
  const member = await people.invite('member', { tourOfferedAt: null })
  const signIn = await people.signIn(member)
  const page = await visit({ as: member, signIn, language: 'en' })
  await page.goto('/')
  const offer = findDialog(page, t('tour.offer.title'))
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await tabUntil(offer.getByRole('button', { name: t('tour.offer.start') }))
  await page.keyboard.press('Enter')

  for (const step of steps) {
    await expect(findNext(page, step)).toBeFocused()
    if (step === 'choices') {
      await expectAccessible(page)
      await screenshot(page, 'tour-choices')
    }
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/help')
  // A phone shows no history beside the chat.
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: t('tour.repeat.chat') }).click()
  for (const [index, step] of steps.filter((name) => name !== 'menu' && name !== 'history').entries()) {
    await expect(findNext(page, step)).toBeFocused()
    await expect(page.getByRole('dialog').getByText(t('tour.position', { number: index + 1, total: steps.length - 2 }))).toBeVisible()
    if (step !== 'account') await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a new administrator is offered the tour of setting up, which the help of the home page goes on about', async ({ visit, people }) => {
  const { join } = await people.createInstitute()
  const admin = await join('A', { tourOfferedAt: null })
  const page = await visit({ as: admin, signIn: await people.signIn(admin), language: 'en' })
  await page.goto('/')
  const offer = findDialog(page, t('tour.offer.title'))
  await expect(offer).toContainText(t('tour.offer.text.setUp'))
  await offer.getByRole('button', { name: t('tour.offer.start') }).click()
  await expect(page).toHaveURL('/')
  for (const step of ['overview', 'set-up', 'tools', 'administration', 'help'] as const) {
    const next = findDialog(page, t(`tour.step.${step}.title`)).getByRole('button', {
      name: t(step === 'help' ? 'tour.finish' : 'tour.next'),
      exact: true,
    })
    await expect(next).toBeFocused()
    if (step === 'set-up') await expectAccessible(page)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: t('shell.help') }).click()
  await expect(page).toHaveURL('/help/set-up')
  await page.goto('/help')
  await expect(page.getByRole('button', { name: t('tour.repeat.setUp') })).toBeVisible()
})
