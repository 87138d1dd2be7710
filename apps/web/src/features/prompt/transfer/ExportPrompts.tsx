import { exportPrompts, PromptScope } from '@heddle/contracts/prompt/prompt'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { useDownload } from '#shared/files/use-download.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'

/** Opens the export of the prompts of one scope. */
export function ExportPrompts() {
  const { t } = useTranslation('prompt')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('transfer.export')}
      </Button>
      {isOpen && <ExportPromptsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const mediaTypes = { json: 'application/json', csv: 'text/csv' } as const

function ExportPromptsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('prompt')
  const [scope, setScope] = useState<PromptScope>('mine')
  const [groupId, setGroupId] = useState<string | null>(null)
  const json = useDownload(exportPrompts, mediaTypes.json, { silent: true })
  const csv = useDownload(exportPrompts, mediaTypes.csv, { silent: true })
  const isIncomplete = scope === 'group' && groupId === null

  const handleExport = (format: 'json' | 'csv') =>
    (format === 'json' ? json : csv).download({
      request: { body: { scope, format, ...(scope === 'group' && groupId !== null && { group_id: groupId }) } },
      fileName: `prompts.${format}`,
    })

  return (
    <Dialog isOpen title={t('transfer.exportTitle')} maxWidth={480} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('transfer.exportHint')}</Text>
        <Radio.Group label={t('field.scope')} value={scope} onChange={(chosen) => setScope(PromptScope.parse(chosen))}>
          <Stack gap="xs" mt={8}>
            {PromptScope.options.map((known) => (
              <Radio key={known} value={known} label={t(`scope.${known}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {scope === 'group' && (
          <GroupSelect label={t('field.group')} required value={groupId} onChange={(group) => setGroupId(group?.id ?? null)} />
        )}
        <ErrorAlert error={json.error ?? csv.error} />
        <Group justify="flex-end" gap="xs">
          {(['json', 'csv'] as const).map((format) => (
            <Button
              key={format}
              variant={format === 'json' ? 'filled' : 'default'}
              disabled={isIncomplete}
              loading={(format === 'json' ? json : csv).isDownloading}
              onClick={() => handleExport(format)}
            >
              {t(`transfer.${format}`)}
            </Button>
          ))}
        </Group>
      </Stack>
    </Dialog>
  )
}
