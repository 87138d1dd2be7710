import { limits } from '@heddle/contracts/limits'
import { Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PictureField } from '#shared/forms/PictureField.tsx'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'
import { ColorField } from './ColorField.tsx'
import classes from './TenantForm.module.css'
import type { TenantValues } from './tenant-values.ts'

/** Twice the size on the sign-in page, for high-density screens. */
const logoLimit = { width: 512, height: 256, maxCharacters: limits.logoCharacters }

/** The logo and the color of the tenant, and who chooses between light and dark. */
export function LookFields({ form }: { form: ContractForm<TenantValues> }) {
  const { t } = useTranslation('tenant')
  const { values, setFieldValue, errors } = form
  return (
    <>
      <PictureField
        label={t('logo.label')}
        preview={<LogoPreview logo={values.logo} />}
        value={values.logo}
        limit={logoLimit}
        error={errors.logo}
        onChange={(logo) => setFieldValue('logo', logo)}
      />
      <ColorField value={values.primary_color} error={errors.primary_color} onChange={(color) => setFieldValue('primary_color', color)} />
      <Switch
        label={t('field.usersChooseTheme')}
        description={t('field.usersChooseThemeHint')}
        {...form.getInputProps('users_choose_theme', { type: 'checkbox' })}
      />
    </>
  )
}

function LogoPreview({ logo }: { logo: string | null }) {
  const { t } = useTranslation('tenant')
  return (
    <div className={classes.logo}>
      {logo ? (
        <img src={logo} alt={t('logo.current')} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('logo.none')}
        </Text>
      )}
    </div>
  )
}
