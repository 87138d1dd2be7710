import { updateUserProfile, User } from '@heddle/contracts/user/user'
import { Email } from '@heddle/contracts/user/user'
import { starterAssistant } from '@heddle/workflow/model/templates/starter-texts'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { renderWithApp } from '#testing/render.tsx'
import { respond, getPath, refuse, serve } from '#testing/serve.ts'
import { buildUser, id } from '#testing/wire.ts'
import { call } from '../api/client.ts'
import { storeSession } from '../api/session-storage.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FormActions } from './FormActions.tsx'
import { LocalizedInput } from './LocalizedInput.tsx'
import { useContractForm } from './use-contract-form.tsx'

const schema = updateUserProfile.schema.body.shape.user.extend({ email: Email })
const toValues = ({ name, email, language, revision }: User) => ({ name, email, language, revision })

/** A form as on a page: a localized name and an email. */
function ProfileForm({ user }: { user: User }) {
  const save = useMutation({
    mutationFn: ({ email: _email, ...body }: z.output<typeof schema>) =>
      call(updateUserProfile, { params: { id: user.id }, body: { user: body } }),
    meta: { silent: true },
  })
  const form = useContractForm({
    schema,
    at: 'body/user',
    initialValues: toValues(user),
    revised: { entity: User, toValues },
    onSubmit: async (values) => toValues((await save.mutateAsync(values)).user),
  })
  return (
    <>
      <form {...form.formProps}>
        <LocalizedInput label="Name" {...form.localized('name')} />
        <TextInput label="Email" {...form.getInputProps('email')} />
        <FormActions form={form} />
      </form>
      <ConflictDialog conflict={form.conflict} labels={{ name: 'Name', email: 'Email' }} />
    </>
  )
}

async function renderForm(user = buildUser({ name: { default: 'Member', th: 'สมาชิก' }, revision: 3 })) {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  const view = await renderWithApp(<ProfileForm user={user} />)
  return { ...view, save: () => view.user.click(screen.getByRole('button', { name: 'Save' })) }
}

const saved = async (request: Request) => {
  const { user } = (await request.json()) as { user: Partial<User> }
  return respond({ user: buildUser({ ...user, revision: (user.revision ?? 0) + 1 }) })
}

describe('a form on a contract', () => {
  test('does not send invalid values, shows the rules, and focuses the first invalid field', async () => {
    const requests = serve(saved)
    const { user, save } = await renderForm()
    await user.clear(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), 'ada')
    await save()
    expect(screen.getByText('Please enter a valid email address.')).toBeInTheDocument()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(requests).toHaveLength(0)
  })

  test('sends the parsed values, and is saved', async () => {
    const requests = serve(saved)
    const { user, save } = await renderForm()
    await user.type(screen.getByLabelText('Name'), ' the Second ')
    expect(screen.getByRole('button', { name: 'Discard changes' })).toBeInTheDocument()
    await save()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument())
    await expect(requests[0]?.json()).resolves.toMatchObject({
      user: { name: { default: 'Member', en: 'Member the Second', th: 'สมาชิก' }, revision: 3 },
    })
  })

  test('expands the languages when one of them is invalid', async () => {
    serve(() =>
      respond({ detail: { code: 'BAD_REQUEST', message: '', params: { fields: [{ path: 'body/user/name/vi', message: 'no' }] } } }, 400),
    )
    const { user, save } = await renderForm()
    expect(screen.queryByLabelText('Tiếng Việt')).not.toBeInTheDocument()
    await save()
    expect(await screen.findByText('The format is not valid.')).toBeInTheDocument()
    expect(screen.getByLabelText('Tiếng Việt')).toHaveFocus()
    await user.type(screen.getByLabelText('Tiếng Việt'), 'Thành viên')
    expect(screen.queryByText('The format is not valid.')).not.toBeInTheDocument()
  })

  test('shows an error code at its field, and keeps the input', async () => {
    serve(() => refuse(409, 'AUTH_EMAIL_EXISTS'))
    const { user, save } = await renderForm()
    await user.type(screen.getByLabelText('Email'), '.example')
    await save()
    expect(await screen.findByText('This email already exists. Please try another one.')).toBeInTheDocument()
    expect(screen.getByLabelText('Email')).toHaveValue('member@heddle.test.example')
    expect(screen.getByLabelText('Email')).toHaveFocus()
  })

  test('shows an error without a field above the buttons', async () => {
    serve(() => refuse(409, 'AUTH_USER_FAILED_TO_UPDATE'))
    const { save } = await renderForm()
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('The user could not be updated.')
  })

  test('drops the other languages of a name of the product that is changed in one', async () => {
    const requests = serve(saved)
    // The form loads them when it is shown.
    await import('@heddle/workflow/model/templates/product-texts')
    const { user, save } = await renderForm(buildUser({ name: starterAssistant.name, revision: 3 }))
    const name = screen.getByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Loom guide')
    await save()
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(await requests[0]?.json()).toHaveProperty('user.name', { default: 'Loom guide' })
  })

  test('removes a language that is emptied', async () => {
    const requests = serve(saved)
    const { user, save } = await renderForm()
    await user.click(screen.getByRole('button', { name: 'Translations: ไทย' }))
    await user.clear(screen.getByLabelText('ไทย'))
    await user.type(screen.getByLabelText('Tiếng Việt'), 'Thợ dệt')
    await save()
    await waitFor(() => expect(requests).toHaveLength(1))
    await expect(requests[0]?.json()).resolves.toMatchObject({ user: { name: { default: 'Member', vi: 'Thợ dệt' } } })
    expect(screen.getByRole('button', { name: 'Translations: Tiếng Việt' })).toBeInTheDocument()
  })

  test("edits the interface's language in the first field, and the default among the other languages", async () => {
    const requests = serve(saved)
    const { user, save } = await renderForm(
      buildUser({ name: { default: '纖維實驗室', en: 'Fibre Laboratory', zhHant: '纖維實驗室' }, revision: 3 }),
    )
    const first = screen.getByLabelText('Name')
    expect(first).toHaveValue('Fibre Laboratory')
    await user.click(screen.getByRole('button', { name: 'Translations: 繁體中文' }))
    expect(screen.queryByLabelText('English')).not.toBeInTheDocument()
    expect(screen.getByLabelText('All other languages')).toHaveValue('纖維實驗室')
    // Emptied while another text is typed, the field still edits its own language.
    await user.clear(first)
    expect(first).toHaveValue('')
    await user.type(first, 'Fibre Lab')
    await save()
    await waitFor(() => expect(requests).toHaveLength(1))
    await expect(requests[0]?.json()).resolves.toMatchObject({
      user: { name: { default: '纖維實驗室', en: 'Fibre Lab', zhHant: '纖維實驗室' } },
    })
  })

  test("shows the default again when the interface's language stays empty", async () => {
    serve(saved)
    const { user } = await renderForm(buildUser({ name: { default: 'Weaver', en: 'Weaver of wool' } }))
    await user.clear(screen.getByLabelText('Name'))
    await user.tab()
    expect(screen.getByLabelText('Name')).toHaveValue('Weaver')
  })
})

describe('a lost update', () => {
  const now = buildUser({ id: id(3), name: { default: 'Someone else', th: 'สมาชิก', en: 'Else' }, revision: 4 })
  const mismatch = () => respond({ detail: { code: 'REVISION_MISMATCH', message: '', params: { current: now } } }, 409)

  async function renderConflict() {
    let calls = 0
    const requests = serve((request) => {
      calls += 1
      return calls === 1 ? mismatch() : saved(request)
    })
    const view = await renderForm()
    await view.user.clear(screen.getByLabelText('Name'))
    await view.user.type(screen.getByLabelText('Name'), 'Mine')
    await view.save()
    const dialog = await screen.findByRole('dialog')
    return { ...view, requests, dialog }
  }

  test('shows the differences field by field', async () => {
    const { dialog } = await renderConflict()
    const rows = within(dialog).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual(['NameMemberSomeone else', 'Name (English)MineElse'])
  })

  test('keeps my changes and their other values, and saves', async () => {
    const { user, dialog, requests } = await renderConflict()
    await user.click(within(dialog).getByRole('button', { name: 'Keep my version and save' }))
    await waitFor(() => expect(requests).toHaveLength(2))
    await expect(requests[1]?.json()).resolves.toMatchObject({
      user: { name: { default: 'Someone else', th: 'สมาชิก', en: 'Mine' }, revision: 4 },
    })
  })

  test('takes their version without saving', async () => {
    const { user, dialog, requests } = await renderConflict()
    await user.click(within(dialog).getByRole('button', { name: 'Use current version' }))
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Else'))
    expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument()
    expect(requests.map(getPath)).toHaveLength(1)
  })

  test('saves without asking when nothing that the form edits has changed', async () => {
    const current = buildUser({ name: { default: 'Member', th: 'สมาชิก' }, revision: 4 })
    const stale = () => respond({ detail: { code: 'REVISION_MISMATCH', message: '', params: { current } } }, 409)
    const requests = serve((request) => (requests.length === 1 ? stale() : saved(request)))
    const { user, save } = await renderForm()
    await user.clear(screen.getByLabelText('Name'))
    await user.type(screen.getByLabelText('Name'), 'Mine')
    await save()
    await waitFor(() => expect(requests).toHaveLength(2))
    await expect(requests[1]?.json()).resolves.toMatchObject({ user: { name: { default: 'Member', en: 'Mine' }, revision: 4 } })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('saves without asking when both made the same change', async () => {
    const requests = serve((request) => (requests.length === 1 ? mismatch() : saved(request)))
    const { save } = await renderForm({ ...now, revision: 3 })
    await save()
    await waitFor(() => expect(requests).toHaveLength(2))
    await expect(requests[1]?.json()).resolves.toMatchObject({ user: { revision: 4 } })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
