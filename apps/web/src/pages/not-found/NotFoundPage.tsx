import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { paths } from '#shared/paths.ts'

export function NotFoundPage() {
  const { t } = useTranslation()
  usePageTitle(t('notFound.title'))
  return (
    <Center mih="70dvh" p="lg">
      <Stack align="center" gap="sm" maw={460} ta="center">
        <Text fz={56} fw={700} c="var(--accent)" lh={1} aria-hidden>
          404
        </Text>
        <Title order={1} size="h2">
          {t('notFound.title')}
        </Title>
        <Text c="dimmed">{t('notFound.hint')}</Text>
        <Button mt="md" component={Link} to={paths.home()}>
          {t('toHome')}
        </Button>
      </Stack>
    </Center>
  )
}
