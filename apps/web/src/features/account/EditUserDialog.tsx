import { limits } from '@heddle/contracts/limits'
import { languageNames } from '@heddle/contracts/languages'
import { updateUserProfile, User } from '@heddle/contracts/user/user'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLanguageOptions } from '#entities/brand/use-brand.ts'
import { useProviderName } from '#entities/system/use-provider-name.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { useUpdateProfile } from './me.queries.ts'
import type { MeDialogProps } from './PasswordDialog.tsx'

const toValues = ({ name, language, revision }: User) => ({ name, language, revision })

/** The user's own name and language; the interface of this browser switches to that language too. */
export function EditUserDialog(props: MeDialogProps) {
  const { t } = useTranslation('settings')
  const me = useMe()
  const { setLanguage } = useLanguage()
  const providerName = useProviderName()
  const languageOptions = useLanguageOptions(me.language)
  const update = useUpdateProfile(me.id)
  const [provider] = me.providers

  const form = useContractForm({
    schema: updateUserProfile.schema.body.shape.user,
    at: 'body/user',
    initialValues: toValues(me),
    revised: { entity: User, toValues },
    onSubmit: async ({ name, language, revision }) => {
      // A name from an external sign-in cannot be changed.
      await update.mutateAsync({ ...(provider === undefined && { name }), language, revision })
      if (language && language !== me.language) setLanguage(language)
      notify({ kind: 'success', message: t('profile.changed'), timeout: 1_500 })
      props.onClose()
    },
  })

  return (
    <>
      <FormDialog form={form} title={t('profile.edit')} {...props}>
        <LocalizedInput
          label={t('field.name')}
          description={provider === undefined ? t('profile.nameHint') : t('external.name', { provider: providerName(provider) })}
          disabled={provider !== undefined}
          maxLength={limits.nameCharacters}
          data-autofocus={provider === undefined}
          {...form.localized('name')}
        />
        <Select
          label={t('field.language')}
          description={t('profile.languageHint')}
          data={languageOptions}
          data-autofocus={provider !== undefined}
          {...form.getInputProps('language')}
        />
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{ name: t('field.name'), language: t('field.language') }}
        format={(path, value) => (path === 'language' ? languageNames[value as typeof me.language] : undefined)}
      />
    </>
  )
}
