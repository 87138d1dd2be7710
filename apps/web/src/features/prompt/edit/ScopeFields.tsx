import { PromptScope } from '@heddle/contracts/prompt/prompt'
import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '#entities/auth/session.queries.ts'
import { GroupSelect } from '#entities/group/GroupSelect.tsx'

/** A group's has the group; '' until it is chosen. */
export type PromptOwner = { scope: PromptScope; group_id?: string }

type ScopeFieldsProps = {
  value: PromptOwner
  groupError?: ReactNode
  disabled?: boolean
  onChange: (owner: PromptOwner) => void
}

/** Whose a new prompt is. The tenant's are its administrators' to write. */
export function ScopeFields({ value: { scope, group_id: groupId = '' }, groupError, disabled = false, onChange }: ScopeFieldsProps) {
  const { t } = useTranslation('prompt')
  const scopes: readonly PromptScope[] = usePermission('administer') ? ['mine', 'group', 'tenant'] : ['mine', 'group']
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('field.scope')}
        value={scope}
        onChange={(chosen) => onChange(chosen === 'group' ? { scope: 'group', group_id: groupId } : { scope: PromptScope.parse(chosen) })}
      >
        <Stack gap="sm" mt={8}>
          {scopes.map((known) => (
            <Radio key={known} value={known} disabled={disabled} label={t(`scope.${known}`)} description={t(`scopeHint.${known}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {scope === 'group' && (
        <GroupSelect
          label={t('field.group')}
          required
          disabled={disabled}
          value={groupId || null}
          error={groupError}
          onChange={(group) => onChange({ scope, group_id: group?.id ?? '' })}
        />
      )}
    </Stack>
  )
}
