import type { Language } from '@heddle/contracts/languages'
import type { MembershipRole } from '@heddle/contracts/roles'
import { Account, createUser, Email, type User } from '@heddle/contracts/user/user'
import type { LocalizedText } from '@heddle/contracts/wire'
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useLanguageOptions } from '#entities/brand/use-brand.ts'
import { useTenantProfile } from '#entities/auth/session.queries.ts'
import { suggestPassword } from '#entities/user/generate-password.ts'
import { HandOver } from '#entities/user/HandOver.tsx'
import { PasswordField } from '#entities/user/PasswordField.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { GroupsField } from './GroupsField.tsx'
import { useUserName } from './user-name.ts'
import { useCreateUser } from './users.queries.ts'

const { body } = createUser.schema

// Empty fields of the form are omitted in the contract.
const NewUser = body.extend({
  user: body.shape.user.extend({
    email: Email,
    account: z.union([z.literal('').transform(() => null), Account]),
  }),
})

type NewUserValues = {
  user: {
    name: LocalizedText
    email: string
    account: string
    language: Language
    parents: { id: string; role: MembershipRole }[]
  }
  password: string
}

type CreateUserDialogProps = { onClose: () => void; onAnother: () => void }

/** Mount a new one for each user. */
export function CreateUserDialog({ onClose, onAnother }: CreateUserDialogProps) {
  const { t } = useTranslation('user')
  const formatUserName = useUserName()
  const { default_language: language } = useTenantProfile()
  const languageOptions = useLanguageOptions()
  const create = useCreateUser()
  const [created, setCreated] = useState<{ user: User; password: string } | null>(null)
  const [initialValues] = useState<NewUserValues>(() => ({
    user: { name: { default: '' }, email: '', account: '', language, parents: [] },
    password: suggestPassword(),
  }))
  const form = useContractForm({
    schema: NewUser,
    initialValues,
    onSubmit: async (values) => setCreated({ user: await create.mutateAsync(values), password: values.password }),
  })

  if (created) {
    const { user, password } = created
    return (
      <Dialog isOpen title={t('create.done', { name: formatUserName(user) })} maxWidth={480} persistent onClose={onClose}>
        <HandOver
          login={user.email}
          password={password}
          onClose={onClose}
          actions={
            <Button variant="default" onClick={onAnother}>
              {t('create.another')}
            </Button>
          }
        />
      </Dialog>
    )
  }

  return (
    <FormDialog form={form} isOpen title={t('create.title')} submitLabel={t('create.submit')} onClose={onClose}>
      <LocalizedInput label={t('field.name')} description={t('create.nameHint')} data-autofocus {...form.localized('user.name')} />
      <TextInput type="email" label={t('field.email')} required autoComplete="off" {...form.getInputProps('user.email')} />
      <TextInput
        label={t('field.account')}
        description={t('create.accountHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('user.account')}
      />
      <Select label={t('field.language')} data={languageOptions} {...form.getInputProps('user.language')} />
      <GroupsField label={t('field.groups')} {...form.getInputProps('user.parents')} value={form.values.user.parents} />
      <PasswordField label={t('field.password')} required {...form.getInputProps('password')} value={form.values.password} />
    </FormDialog>
  )
}
