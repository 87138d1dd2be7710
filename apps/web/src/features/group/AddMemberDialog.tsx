import type { Group } from '@heddle/contracts/group/group'
import type { MembershipRole } from '@heddle/contracts/roles'
import { Button, Group as Row, Loader, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '#entities/auth/session.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { notify } from '#shared/notify/notify.ts'
import { SearchField } from '#shared/table/SearchField.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { oneGroupQueries, usePutGroupMember } from './groups.queries.ts'

/** Finds users and makes them members, one after the other. Mount a new one for each opening. */
export function AddMemberDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation('group')
  const { t: common } = useTranslation()
  const localized = useLocalized()
  const isAdmin = usePermission('manage_groups')
  const [keyword, setKeyword] = useState('')
  const [role, setRole] = useState<MembershipRole>('U')
  const { data: users, error, isFetching } = useQuery({ ...oneGroupQueries.candidates(group.id, keyword), enabled: keyword !== '' })
  const add = usePutGroupMember(group.id)
  const search = isAdmin ? t('add.search') : t('add.searchExact')

  const handleAdd = (userId: string, name: string) =>
    add.mutate({ userId, role }, { onSuccess: () => notify({ kind: 'success', message: t('add.done', { name }) }) })

  return (
    <Dialog isOpen title={t('add.title', { group: localized(group.name) })} maxWidth={520} onClose={onClose}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('add.as')}
          value={role}
          data={[
            { value: 'U', label: t('add.asMember') },
            { value: 'O', label: t('add.asOwner') },
          ]}
          onChange={(value) => setRole(value === 'O' ? 'O' : 'U')}
        />
        <SearchField
          label={search}
          description={isAdmin ? undefined : t('add.exactHint')}
          data-autofocus
          value={keyword}
          onChange={setKeyword}
        />
        <ErrorAlert error={error} />
        <div role="status">
          {keyword !== '' && users?.length === 0 && !isFetching && (
            <Text size="sm" c="dimmed">
              {isAdmin ? t('add.none') : t('add.noneExact')}
            </Text>
          )}
          {isFetching && !users && <Loader size="sm" type="dots" />}
        </div>
        <Stack component="ul" gap={10} m={0} p={0} style={{ listStyle: 'none' }}>
          {keyword !== '' &&
            users?.map(({ id, name, email }) => {
              const shown = localized(name) || email
              return (
                <Row key={id} component="li" justify="space-between" wrap="nowrap" gap="sm">
                  <div style={{ minWidth: 0 }}>
                    <Text size="sm" fw={550} truncate>
                      {shown}
                    </Text>
                    <Text size="xs" c="dimmed" truncate>
                      {email}
                    </Text>
                  </div>
                  <Button
                    size="xs"
                    variant="light"
                    style={{ flexShrink: 0 }}
                    aria-label={t('add.addNamed', { name: shown })}
                    loading={add.isPending && add.variables.userId === id}
                    onClick={() => handleAdd(id, shown)}
                  >
                    {t('add.add')}
                  </Button>
                </Row>
              )
            })}
        </Stack>
        <Row justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('close')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
