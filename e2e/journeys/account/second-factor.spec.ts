// A second factor: set up at the sign-in where the institute asks for one, shown at the next ones, and removed again.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { fillIn } from '../../support/pages/chat.ts'
import { createHostname, expect, expectAccessible, expectNoSidewaysScroll, screenshot, test } from '../../support/fixtures.ts'
import { confirmDialog, expectMessage, findDialog, findSection, press } from '../../support/controls/forms.ts'
import { computeCode } from '../../support/controls/authenticator.ts'
import { listLooks } from '../../support/looks.ts'
import { chooseFor, openUsers } from '../../support/pages/users.ts'
import { createTexts } from '../../support/texts.ts'

const minutes = 60_000

/** Gives the browser of a page an authenticator that has verified its user. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

for (const look of listLooks('zhHant-light-phone'))
  test(`an institute asks for a second factor: an app at the sign-in, a passkey beside it, recovery codes for both (${look.name})`, async ({
    visit,
    people,
    db,
    product,
    problems,
  }) => {
    const t = createTexts(look.language)
    problems.expect(/40[013]/)
    const hostname = createHostname(`factor-${randomUUID().slice(0, 8)}`)
    const { tenantId, join } = await people.createInstitute()
    const rule = { secondFactorRule: 'everyone', secondFactorGraceDays: 0, secondFactorSince: new Date(0), passkeyLogin: true } as const
    await db.tenant.update({ where: { id: tenantId }, data: { hostname, ...rule } })
    const member = await join('U', { tourOfferedAt: new Date() })
    // Passkeys are bound to a host name, which browsers take for secure below `localhost`.
    const origin = `http://${hostname}:${new URL(product.origin).port}`
    const page = await visit({ ...look, origin })
    await addAuthenticator(page)

    const home = page.getByRole('main').getByRole('link', { name: t('home.newChat') })
    const step = page.getByRole('heading', { level: 2, name: t('factor.step.title') })
    const codeField = page.getByRole('textbox', { name: t('factor.step.code') })
    const signIn = () => fillIn(page, t, 'email', member.email, member.password)
    const signOut = async () => {
      await page.goto('/logout')
      await expect(page).toHaveURL('/login')
    }
    let secret = ''
    let codes: string[] = []

    await test.step('sets up an authenticator app, and keeps the recovery codes', async () => {
      await page.goto('/login')
      await signIn()
      await expect(page.getByText(t('factor.enrol.required'))).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `factor-choice-${look.name}`)
      await page.getByRole('button', { name: t('factor.authenticator.add') }).click()
      await expect(page.getByRole('img', { name: t('factor.authenticator.qr') })).toBeVisible()
      secret = await page.locator('code').innerText()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await screenshot(page, `factor-enrolment-${look.name}`)
      await page.getByRole('textbox', { name: t('factor.authenticator.code') }).fill(computeCode(secret))
      await press(page, t('factor.authenticator.confirm'))
      const items = page.getByRole('main').getByRole('listitem')
      await expect(items).toHaveCount(10)
      codes = await items.allInnerTexts()
      await expectAccessible(page)
      await screenshot(page, `factor-codes-${look.name}`)
      await press(page, t('factor.recovery.kept'))
      await expect(home).toBeVisible()
    })

    await test.step('adds a passkey in the profile', async () => {
      await page.goto('/settings/me')
      const section = findSection(page, t('factor.section.title'))
      await press(section, t('factor.passkey.add'))
      await expect(
        section.getByRole('button', { name: new RegExp(`^${t('factor.remove.label', { name: t('factor.passkey.name') })}`) }),
      ).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await section.scrollIntoViewIfNeeded()
      await screenshot(page, `factor-profile-${look.name}`)
    })

    await test.step('signs in with the passkey alone, and with it after the password', async () => {
      await signOut()
      await expect(page.getByRole('button', { name: t('factor.passkey.signIn') })).toBeVisible()
      await screenshot(page, `factor-sign-in-${look.name}`)
      await press(page, t('factor.passkey.signIn'))
      await expect(home).toBeVisible()
      await signOut()
      await signIn()
      await expect(step).toBeVisible()
      if (await codeField.isVisible()) await press(page, t('factor.step.usePasskey'))
      await press(page, t('factor.step.usePasskey'))
      await expect(home).toBeVisible()
    })

    await test.step('takes the code of the app once, and a recovery code once', async () => {
      await signOut()
      await signIn()
      await expect(step).toBeVisible()
      if (!(await codeField.isVisible())) await press(page, t('factor.step.useCode'))
      await codeField.fill('000000')
      await press(page, t('factor.step.continue'))
      await expect(codeField).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await screenshot(page, `factor-step-${look.name}`)
      // The code of the enrolment is used up; the next one is good already.
      await codeField.fill(computeCode(secret, 1))
      await press(page, t('factor.step.continue'))
      await expect(home).toBeVisible()

      await signOut()
      await signIn()
      await press(page, t('factor.step.useRecovery'))
      await page.getByRole('textbox', { name: t('factor.step.recovery') }).fill(codes[0] ?? '')
      await press(page, t('factor.step.continue'))
      await expect(home).toBeVisible()
    })

    await test.step('confirms who it is before it removes the passkey', async () => {
      const verifiedAt = new Date(Date.now() - 11 * minutes)
      await db.session.updateMany({ where: { userId: member.id, revokedAt: null }, data: { verifiedAt } })
      await page.goto('/settings/me')
      const section = findSection(page, t('factor.section.title'))
      await expect(section.getByText(t('factor.recovery.remaining', { count: 9 }))).toBeVisible()
      const name = (
        await section
          .getByRole('listitem')
          .filter({ hasText: t('factor.passkey.name') })
          .locator('p')
          .first()
          .innerText()
      ).trim()
      await press(section, t('factor.remove.label', { name }))
      const title = t('factor.remove.title', { name })
      await press(findDialog(page, title), t('factor.remove.action'))
      const question = findDialog(page, t('factor.stepUp.title'))
      await press(question, t('factor.step.useRecovery'))
      await question.getByRole('textbox', { name: t('factor.step.recovery') }).fill(codes[1] ?? '')
      await expectAccessible(page)
      await screenshot(page, `factor-step-up-${look.name}`)
      await press(question, t('factor.authenticator.confirm'))
      await expect(findDialog(page, title)).toBeHidden()
      await expect(section.getByRole('listitem').filter({ hasText: name })).toBeHidden()
    })

    await test.step('another member adds a passkey at the sign-in, and is told that an administrator has reset it', async () => {
      const other = await join('U', { name: { default: 'Petra' }, tourOfferedAt: new Date() })
      const others = await visit({ ...look, origin })
      await addAuthenticator(others)
      await others.goto('/login')
      await fillIn(others, t, 'email', other.email, other.password)
      await others.getByRole('button', { name: t('factor.passkey.add') }).click()
      await expect(others.getByRole('main').getByRole('listitem')).toHaveCount(10)
      await press(others, t('factor.recovery.kept'))
      await expect(others.getByRole('main').getByRole('link', { name: t('home.newChat') })).toBeVisible()
      await others.goto('/logout')
      await expect(others).toHaveURL('/login')

      // A tenant that asks for none: one that does has a new factor added at the sign-in, which says the same.
      await db.tenant.update({ where: { id: tenantId }, data: { secondFactorRule: 'no_one' } })
      const admins = await visit({ as: await join('A', { tourOfferedAt: new Date() }), ...look, origin })
      await openUsers(admins, t)
      await chooseFor(admins, t, 'Petra', t('user.factor.open'))
      await confirmDialog(admins, t('user.factor.title', { name: 'Petra' }), t('user.factor.open'))
      await expectMessage(admins, t('user.factor.done', { name: 'Petra' }))

      await fillIn(others, t, 'email', other.email, other.password)
      const notice = findDialog(others, t('factor.section.resetTitle'))
      await expect(notice).toBeVisible()
      await expectAccessible(others)
      await screenshot(others, `factor-reset-${look.name}`)
      await press(notice, t('factor.section.seen'))
      await expect(notice).toBeHidden()
      await others.reload()
      await expect(others.getByRole('main').getByRole('link', { name: t('home.newChat') })).toBeVisible()
      await expect(notice).toBeHidden()
    })
  })
