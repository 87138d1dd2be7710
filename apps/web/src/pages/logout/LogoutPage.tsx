import { Center, Loader, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useLogout } from '#features/auth/use-logout.ts'
import { paths } from '#shared/paths.ts'

export function LogoutPage() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const logout = useLogout()
  usePageTitle(t('leaving'))

  useEffect(() => {
    void logout().then(() => navigate(paths.login(), { replace: true }))
  }, [logout, navigate])

  return (
    <Center component="main" mih="100dvh">
      <Stack align="center" gap="sm" role="status">
        <Loader size="sm" type="dots" aria-hidden />
        <Text c="dimmed">{t('leaving')}</Text>
      </Stack>
    </Center>
  )
}
