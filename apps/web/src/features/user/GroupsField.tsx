import type { MembershipRole } from '@heddle/contracts/roles'
import { CloseButton, Group, Input, NativeSelect, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'
import { useLocalized } from '#i18n/use-language.ts'

type Parent = { id: string; role: MembershipRole }
type GroupsFieldProps = { label: string; value: Parent[]; onChange: (parents: Parent[]) => void; error?: ReactNode }

/** The groups of a new user, with the role in each. */
export function GroupsField({ label, value, onChange, error }: GroupsFieldProps) {
  const { t } = useTranslation('user')
  const { t: group } = useTranslation('group')
  const localized = useLocalized()
  const [names, setNames] = useState<Record<string, string>>({})

  return (
    <Input.Wrapper label={label} error={error}>
      <Stack gap={8}>
        {value.map(({ id, role }) => (
          <Group key={id} gap="xs" wrap="nowrap">
            <Text size="sm" truncate flex={1}>
              {names[id]}
            </Text>
            <NativeSelect
              size="xs"
              aria-label={t('create.roleIn', { group: names[id] })}
              value={role}
              data={[
                { value: 'U', label: group('role.U') },
                { value: 'O', label: group('role.O') },
              ]}
              onChange={(event) => {
                const next = event.currentTarget.value === 'O' ? 'O' : 'U'
                onChange(value.map((parent) => (parent.id === id ? { id, role: next } : parent)))
              }}
            />
            <CloseButton
              size="sm"
              aria-label={t('create.removeGroup', { group: names[id] })}
              onClick={() => onChange(value.filter((parent) => parent.id !== id))}
            />
          </Group>
        ))}
        <GroupSelect
          aria-label={t('create.addGroup')}
          placeholder={t('create.addGroup')}
          value={null}
          without={value.map(({ id }) => id)}
          onChange={(chosen) => {
            if (!chosen) return
            setNames({ ...names, [chosen.id]: localized(chosen.name) })
            onChange([...value, { id: chosen.id, role: 'U' }])
          }}
        />
      </Stack>
    </Input.Wrapper>
  )
}
