import type { AllowedHost } from '@heddle/contracts/tenant/allowed-host'
import { Badge, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { CreateAllowedHostDialog, EditAllowedHostDialog } from './AllowedHostDialogs.tsx'
import { allowedHostQueries, useDeleteAllowedHost } from './allowed-hosts.queries.ts'

/** The servers that the workflows of a tenant may call. */
export function AllowedHosts({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('tenant')
  const { data: hosts, error, refetch } = useQuery(allowedHostQueries.list(tenantId))
  const [opened, setOpened] = useState<AllowedHost | 'new' | null>(null)
  const handleClose = () => setOpened(null)

  return (
    <Section
      title={t('host.title')}
      hint={t('host.hint')}
      aside={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened('new')}>
          {t('host.create')}
        </Button>
      }
    >
      {hosts ? (
        hosts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('host.none')}
          </Text>
        ) : (
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
            {hosts.map((host) => (
              <AllowedHostRow key={host.id} tenantId={tenantId} allowedHost={host} onEdit={() => setOpened(host)} />
            ))}
          </Stack>
        )
      ) : error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Loader />
      )}
      {opened === 'new' && <CreateAllowedHostDialog tenantId={tenantId} onClose={handleClose} />}
      {opened !== null && opened !== 'new' && <EditAllowedHostDialog tenantId={tenantId} allowedHost={opened} onClose={handleClose} />}
    </Section>
  )
}

type AllowedHostRowProps = { tenantId: string; allowedHost: AllowedHost; onEdit: () => void }

function AllowedHostRow({ tenantId, allowedHost, onEdit }: AllowedHostRowProps) {
  const { t } = useTranslation('tenant')
  const remove = useDeleteAllowedHost(tenantId)
  const { id, host, allows_private: allowsPrivate, secret_header_name: headerName } = allowedHost

  async function handleRemove() {
    const isRemoved = await confirm({
      title: t('host.removeTitle', { host }),
      message: t('host.removeMessage'),
      confirmLabel: t('host.remove'),
      danger: true,
      act: () => remove.mutateAsync(id),
    })
    if (isRemoved) notify({ kind: 'success', message: t('host.removed', { host }) })
  }

  return (
    <Group component="li" justify="space-between" gap="xs" wrap="nowrap">
      <Group gap={6} style={{ minWidth: 0 }}>
        <Text component="span" size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {host}
        </Text>
        {allowsPrivate && (
          <Badge variant="light" color="gray" tt="none" fw={550}>
            {t('host.isPrivate')}
          </Badge>
        )}
        {headerName !== null && (
          <Badge variant="light" color="gray" tt="none" fw={550}>
            {t('host.sends', { name: headerName })}
          </Badge>
        )}
      </Group>
      <Group gap={4} wrap="nowrap">
        <IconButton hint={t('host.edit')} label={t('host.editOf', { host })} icon={IconPencil} onClick={onEdit} />
        <IconButton hint={t('host.remove')} label={t('host.removeOf', { host })} icon={IconTrash} onClick={() => void handleRemove()} />
      </Group>
    </Group>
  )
}
