import { updateUsageLimitRule, UsageLimitRule } from '@heddle/contracts/usage-limit/usage-limit'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { AmountFields } from './AmountFields.tsx'
import { useUpdateUsageLimitRule } from './limits.queries.ts'
import { useLimitWords } from './use-limit-words.ts'

const toValues = ({ amount, warn_percent, blocks, revision }: UsageLimitRule) => ({ rule: { amount, warn_percent, blocks }, revision })

/** Mount a new one for each opening. */
export function EditLimitDialog({ rule, onClose }: { rule: UsageLimitRule; onClose: () => void }) {
  const { t } = useTranslation('limit')
  const words = useLimitWords()
  const update = useUpdateUsageLimitRule(rule.id)
  const form = useContractForm({
    schema: updateUsageLimitRule.schema.body,
    initialValues: toValues(rule),
    revised: { entity: UsageLimitRule, toValues },
    onSubmit: async (body) => {
      await update.mutateAsync(body)
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      onClose()
    },
  })
  return (
    <>
      <FormDialog form={form} isOpen title={t('editOf', { whom: words.formatScope(rule) })} onClose={onClose}>
        <Text size="sm" c="dimmed">
          {t('editHint', { metric: t(`metric.${rule.metric}`), per: words.formatInterval(rule) })}
        </Text>
        <AmountFields
          metric={rule.metric}
          currency={rule.currency}
          amount={form.getInputProps('rule.amount')}
          warnPercent={form.getInputProps('rule.warn_percent')}
          blocks={{ value: form.values.rule.blocks, onChange: (value) => form.setFieldValue('rule.blocks', value) }}
        />
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{ 'rule.amount': t('field.amount'), 'rule.warn_percent': t('field.warn_percent'), 'rule.blocks': t('field.blocks') }}
        format={(path, value) => (path === 'rule.blocks' ? t(value ? 'blocks.yes' : 'blocks.no') : null)}
      />
    </>
  )
}
