import { createUsageLimitRule, type UsageLimitMetric, type UsageLimitScope } from '@heddle/contracts/tenant/usage-limit'
import { Input, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UserSelect } from '#entities/user/UserSelect.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { AmountFields } from './AmountFields.tsx'
import { useCreateUsageLimitRule } from './limits.queries.ts'
import { intervalNames, findIntervalName, namedIntervals, useLimitWords } from './use-limit-words.ts'

type Values = {
  scope: UsageLimitScope
  user_id: string | null
  metric: UsageLimitMetric
  amount: number
  interval_seconds: number
  warn_percent: number
  blocks: boolean
}

type Whom = 'tenant' | 'everybody' | 'person'

const initialValues: Values = {
  scope: 'user',
  user_id: null,
  metric: 'requests',
  amount: 100,
  interval_seconds: namedIntervals.day,
  warn_percent: 80,
  blocks: true,
}

/** Mount a new one for each opening. */
export function CreateLimitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('limit')
  const { thousandSeparator } = useLimitWords()
  const create = useCreateUsageLimitRule()
  const [whom, setWhom] = useState<Whom>('everybody')
  const [isCustom, setIsCustom] = useState(false)
  const [isUserMissing, setIsUserMissing] = useState(false)
  const form = useContractForm({
    schema: createUsageLimitRule.schema.body.shape.rule,
    at: 'body/rule',
    fieldOfCode: { AUTH_USER_NOT_FOUND: 'user_id' },
    initialValues,
    onSubmit: async (rule) => {
      // A limit without a user would be one for every user.
      if (whom === 'person' && rule.user_id === null) return setIsUserMissing(true)
      await create.mutateAsync({ rule })
      notify({ kind: 'success', message: t('created'), timeout: 1_500 })
      onClose()
    },
  })

  function handleWhom(next: Whom) {
    setWhom(next)
    setIsUserMissing(false)
    form.setFieldValue('scope', next === 'tenant' ? 'tenant' : 'user')
    form.setFieldValue('user_id', null)
  }

  const interval = form.values.interval_seconds
  return (
    <FormDialog form={form} isOpen title={t('create')} submitLabel={t('create')} onClose={onClose}>
      <Select
        label={t('field.scope')}
        allowDeselect={false}
        data-autofocus
        data={(['everybody', 'person', 'tenant'] as const).map((value) => ({ value, label: t(`whom.${value}`) }))}
        value={whom}
        onChange={(value) => handleWhom(value === 'tenant' || value === 'person' ? value : 'everybody')}
      />
      {whom === 'person' && (
        <Input.Wrapper description={t('field.personHint')}>
          <UserSelect
            label={t('field.person')}
            w="100%"
            required
            value={form.values.user_id ?? undefined}
            chosenName={undefined}
            error={isUserMissing ? t('field.personMissing') : form.errors['user_id']}
            onChange={(id) => {
              setIsUserMissing(false)
              form.setFieldValue('user_id', id)
            }}
          />
        </Input.Wrapper>
      )}
      <Select
        label={t('field.metric')}
        allowDeselect={false}
        data={(['requests', 'tokens'] as const).map((value) => ({ value, label: t(`metric.${value}`) }))}
        value={form.values.metric}
        onChange={(value) => form.setFieldValue('metric', value === 'tokens' ? 'tokens' : 'requests')}
      />
      <Select
        label={t('field.interval_seconds')}
        description={t('field.intervalHint')}
        allowDeselect={false}
        data={[
          ...intervalNames.map((value) => ({ value, label: t(`interval.${value}`) })),
          { value: 'custom', label: t('interval.custom') },
        ]}
        value={isCustom ? 'custom' : (findIntervalName(interval) ?? 'custom')}
        onChange={(value) => {
          const named = intervalNames.find((name) => name === value)
          setIsCustom(named === undefined)
          if (named) form.setFieldValue('interval_seconds', namedIntervals[named])
        }}
      />
      {isCustom && (
        <NumberInput
          label={t('field.seconds')}
          required
          min={60}
          allowDecimal={false}
          thousandSeparator={thousandSeparator}
          decimalSeparator={thousandSeparator === '.' ? ',' : '.'}
          {...form.getInputProps('interval_seconds')}
        />
      )}
      <AmountFields
        amount={form.getInputProps('amount')}
        warnPercent={form.getInputProps('warn_percent')}
        blocks={{ value: form.values.blocks, onChange: (value) => form.setFieldValue('blocks', value) }}
      />
    </FormDialog>
  )
}
