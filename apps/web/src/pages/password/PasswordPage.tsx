import { Anchor, Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useMe } from '#entities/auth/session.queries.ts'
import { LanguageCorner } from '#features/auth/LanguageCorner.tsx'
import { LoginCard } from '#features/auth/LoginCard.tsx'
import { PasswordFields } from '#features/account/PasswordFields.tsx'
import { usePasswordForm } from '#features/account/use-password-form.ts'
import { paths, resolveNext } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'

/** For a user whose password was set by an administrator: no other page is reachable before a new one is chosen. */
export function PasswordPage() {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  const navigate = useNavigate()
  const next = resolveNext(useSearchParams()[0].get('next'))
  const { must_change_password: mustChange } = useMe()
  const form = usePasswordForm(() => void navigate(next, { replace: true }))
  usePageTitle(t('choosePassword.title'))

  if (!mustChange && !form.isSaving) return <Navigate to={next} replace />
  return (
    <LoginCard title={t('choosePassword.title')} hint={t('choosePassword.hint')} corner={<LanguageCorner />}>
      <form {...form.formProps}>
        <Stack gap="md">
          <PasswordFields form={form} size="md" />
          <ErrorAlert error={form.problem} />
          <Button type="submit" size="md" mt="xs" fullWidth loading={form.isSaving}>
            {t('choosePassword.submit')}
          </Button>
          <Anchor component={Link} to={paths.logout()} size="sm" ta="center" c="dimmed">
            {tShell('account.logout')}
          </Anchor>
        </Stack>
      </form>
    </LoginCard>
  )
}
