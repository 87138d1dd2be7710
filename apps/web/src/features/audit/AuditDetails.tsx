import type { AuditEvent } from '@heddle/contracts/audit'
import { Code, Stack, Table, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { Dialog } from '#shared/ui/Dialog.tsx'
import classes from './AuditDetails.module.css'
import { useEventWords } from './use-event-words.ts'
import { useFieldWords } from './use-field-words.ts'

/** Everything that an event tells. */
export function AuditDetails({ event, onClose }: { event: AuditEvent | null; onClose: () => void }) {
  const { t } = useTranslation('audit')
  const words = useEventWords()
  const fields = useFieldWords()
  const [shown, setShown] = useState(event)
  // It stays while the dialog fades out.
  if (event && event !== shown) setShown(event)
  if (!shown) return null

  const changed = [...new Set([...Object.keys(shown.before ?? {}), ...Object.keys(shown.after ?? {})])]
  const facts: [string, ReactNode][] = [
    [t('column.time'), formatDateTime(parseTime(shown.created_at))],
    [t('column.actor'), words.actorOf(shown)],
    [t('column.target'), words.targetOf(shown)],
    [t('column.outcome'), t(`outcome.${shown.outcome}`)],
    [t('reason'), words.reasonOf(shown)],
    [t('column.address'), shown.address],
    [t('userAgent'), shown.user_agent],
    [t('actionName'), <Code key="name">{shown.action}</Code>],
  ]

  return (
    <Dialog isOpen={event !== null} title={words.actionOf(shown.action)} maxWidth={720} onClose={onClose}>
      <Stack gap="lg">
        <dl className={classes.facts}>
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <div key={name} className={classes.fact}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {changed.length > 0 && (
          <Table.ScrollContainer minWidth={420}>
            <Table className={classes.changes} aria-label={t('changes')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w="26%">{t('fieldName')}</Table.Th>
                  {shown.before && <Table.Th>{t('before')}</Table.Th>}
                  {shown.after && <Table.Th>{t('after')}</Table.Th>}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {changed.map((field) => (
                  <Table.Tr key={field}>
                    <Table.Th scope="row">{fields.nameOf(field)}</Table.Th>
                    {shown.before && <Table.Td>{fields.valueOf(field, shown.before[field])}</Table.Td>}
                    {shown.after && <Table.Td>{fields.valueOf(field, shown.after[field])}</Table.Td>}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {changed.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noChanges')}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}
