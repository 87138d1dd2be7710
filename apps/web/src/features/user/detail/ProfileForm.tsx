import { languageNames } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { updateUserProfile, User } from '@heddle/contracts/user/user'
import { Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLanguageOptions } from '#entities/brand/use-brand.ts'
import { useProviderName } from '#entities/system/use-provider-name.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormActions } from '#shared/forms/FormActions.tsx'
import { LocalizedInput } from '#shared/forms/LocalizedInput.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useUpdateUserProfile } from '../users.queries.ts'

const toValues = ({ name, language, revision }: User) => ({ name, language, revision })

/** Name and language of a user, edited in place. */
export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const providerName = useProviderName()
  const languageOptions = useLanguageOptions(user.language)
  const update = useUpdateUserProfile(user.id)
  const [provider] = user.providers

  const form = useContractForm({
    schema: updateUserProfile.schema.body.shape.user,
    at: 'body/user',
    initialValues: toValues(user),
    revised: { entity: User, toValues },
    onSubmit: async ({ name, language, revision }) => {
      // A name from an external sign-in cannot be changed.
      const saved = await update.mutateAsync({ ...(provider === undefined && { name }), language, revision })
      notify({ kind: 'success', message: t('detail.saved'), timeout: 1_500 })
      return toValues(saved)
    },
  })

  return (
    <Section title={t('detail.profile')}>
      <form {...form.formProps}>
        <Stack gap="md" maw={560}>
          <LocalizedInput
            label={t('field.name')}
            description={provider !== undefined && t('detail.externalName', { provider: providerName(provider) })}
            disabled={!user.abilities.edit || provider !== undefined}
            maxLength={limits.nameCharacters}
            {...form.localized('name')}
          />
          <Select
            label={t('field.language')}
            description={t('detail.languageHint')}
            disabled={!user.abilities.edit}
            data={languageOptions}
            {...form.getInputProps('language')}
          />
          {user.abilities.edit && <FormActions form={form} />}
        </Stack>
      </form>
      <ConflictDialog
        conflict={form.conflict}
        labels={{ name: t('field.name'), language: t('field.language') }}
        format={(path, value) => (path === 'language' ? languageNames[value as User['language']] : undefined)}
      />
    </Section>
  )
}
