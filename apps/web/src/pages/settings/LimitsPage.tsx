import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { CreateLimitDialog } from '#features/limits/CreateLimitDialog.tsx'
import { LimitTable } from '#features/limits/LimitTable.tsx'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function LimitsPage() {
  const { t } = useTranslation('limit')
  const [isCreating, setIsCreating] = useState(false)
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsCreating(true)}>
          {t('create')}
        </Button>
      }
    >
      <LimitTable />
      {isCreating && <CreateLimitDialog onClose={() => setIsCreating(false)} />}
    </PageFrame>
  )
}
