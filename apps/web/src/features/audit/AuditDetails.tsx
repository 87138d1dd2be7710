import type { AuditEvent } from '@heddle/contracts/audit/audit'
import { Anchor, Code, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMe } from '#entities/auth/session.queries.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { paths } from '#shared/paths.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { auditQueries } from './audit.queries.ts'
import classes from './AuditDetails.module.css'
import { findTargetPath, useEventWords } from './use-event-words.ts'
import { isLoginField, useFieldWords } from './use-field-words.ts'

const renderLink = (to: string, name: string) => (
  <Anchor component={Link} to={to} inherit>
    {name}
  </Anchor>
)

/** All fields of an event. */
export function AuditDetails({ event, onClose }: { event: AuditEvent | null; onClose: () => void }) {
  const { t } = useTranslation('audit')
  const words = useEventWords()
  const me = useMe()
  const [shown, setShown] = useState(event)
  // The event stays while the dialog fades out.
  if (event && event !== shown) setShown(event)
  const changed = [...new Set([...Object.keys(shown?.before ?? {}), ...Object.keys(shown?.after ?? {})])]
  const tenantId = (shown?.target?.type === 'tenant' && shown.target.id) || me.tenant_id
  const { data: loginMethods } = useQuery({ ...auditQueries.loginMethods(tenantId), enabled: changed.some(isLoginField) })
  const fields = useFieldWords(shown?.target?.type, loginMethods)
  if (!shown) return null

  const target = words.formatTarget(shown)
  const address = findTargetPath(shown)
  const facts: [string, ReactNode][] = [
    [t('column.time'), formatDateTime(parseTime(shown.created_at))],
    [t('column.actor'), shown.actor ? renderLink(paths.user(shown.actor.id), words.formatActor(shown)) : words.formatActor(shown)],
    [t('column.target'), target && address ? renderLink(address, target) : target],
    [t('column.outcome'), t(`outcome.${shown.outcome}`)],
    [t('reason'), words.formatReason(shown)],
    [t('column.address'), shown.address],
    [t('userAgent'), shown.user_agent],
    [t('actionName'), <Code key="name">{shown.action}</Code>],
  ]

  return (
    <Dialog isOpen={event !== null} title={words.formatAction(shown.action)} maxWidth={720} onClose={onClose}>
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
          <Table.ScrollContainer minWidth={shown.before && shown.after ? 420 : 0} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
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
                    <Table.Th scope="row">{fields.formatFieldName(field)}</Table.Th>
                    {shown.before && <Table.Td>{fields.formatValue(field, shown.before[field])}</Table.Td>}
                    {shown.after && <Table.Td>{fields.formatValue(field, shown.after[field])}</Table.Td>}
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
