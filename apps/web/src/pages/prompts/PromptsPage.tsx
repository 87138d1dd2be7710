import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { PromptList } from '#features/prompt/PromptList.tsx'
import { ExportPrompts } from '#features/prompt/transfer/ExportPrompts.tsx'
import { ImportPrompts } from '#features/prompt/transfer/ImportPrompts.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function PromptsPage() {
  const { t } = useTranslation('prompt')
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={
        <Group gap="xs">
          <ImportPrompts />
          <ExportPrompts />
          <Button component={Link} to={paths.createPrompt()} leftSection={<IconPlus size={18} aria-hidden />}>
            {t('create.open')}
          </Button>
        </Group>
      }
    >
      <PromptList />
    </PageFrame>
  )
}
