import { Button, Group } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { usePermission } from '#entities/auth/session.queries.ts'
import { CreateUserDialog } from '#features/user/CreateUserDialog.tsx'
import { ImportDialog } from '#features/user/import/ImportDialog.tsx'
import { UserList } from '#features/user/list/UserList.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

type OpenDialog = { kind: 'create' | 'import'; key: number }

export function UsersPage() {
  const { t } = useTranslation('user')
  const mayCreate = usePermission('manage_users')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const open = (kind: OpenDialog['kind']) => setDialog((last) => ({ kind, key: (last?.key ?? 0) + 1 }))
  usePageTitle(t('title'))

  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={mayCreate ? t('hint') : t('hintOwner')}
      aside={
        mayCreate && (
          <Group gap="xs">
            <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => open('import')}>
              {t('import.open')}
            </Button>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('create')}>
              {t('create.open')}
            </Button>
          </Group>
        )
      }
    >
      <UserList />
      {dialog?.kind === 'create' && <CreateUserDialog key={dialog.key} onClose={() => setDialog(null)} onAnother={() => open('create')} />}
      {dialog?.kind === 'import' && <ImportDialog key={dialog.key} onClose={() => setDialog(null)} />}
    </PageFrame>
  )
}
