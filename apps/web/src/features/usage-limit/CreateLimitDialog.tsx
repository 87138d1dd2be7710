import {
  createUsageLimitRule,
  type UsageLimitFlow,
  type UsageLimitInterval,
  UsageLimitMetric,
  type UsageLimitScope,
} from '@heddle/contracts/usage-limit/usage-limit'
import { Autocomplete, NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantProfile } from '#entities/auth/session.queries.ts'
import { useLimitFormats } from '#entities/usage-limit/use-limit-formats.ts'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { AmountFields } from './AmountFields.tsx'
import { limitQueries, useCreateUsageLimitRule } from './limits.queries.ts'
import { type NamedScope, TargetField } from './TargetField.tsx'
import { hourSeconds, type Period, periods } from './use-limit-words.ts'

type Values = {
  scope: UsageLimitScope
  target_id: string | null
  metric: UsageLimitMetric
  flow: UsageLimitFlow | null
  currency: string | null
  amount: number
  interval: UsageLimitInterval
  interval_seconds: number | null
  warn_percent: number
  blocks: boolean
}

/** Whom a limit is for, as the form asks: each of a scope, or the one that is named. */
const choices = {
  everybody: { scope: 'user' },
  person: { scope: 'user', named: 'user' },
  group: { scope: 'group', named: 'group' },
  tenant: { scope: 'tenant' },
  eachAssistant: { scope: 'assistant' },
  assistant: { scope: 'assistant', named: 'assistant' },
  eachModel: { scope: 'model' },
  model: { scope: 'model', named: 'model' },
} as const satisfies Record<string, { scope: UsageLimitScope; named?: NamedScope }>

type Whom = keyof typeof choices
const whoms = Object.keys(choices) as Whom[]

const initialValues: Values = {
  scope: 'user',
  target_id: null,
  metric: 'requests',
  flow: null,
  currency: null,
  amount: 100,
  interval: 'day',
  interval_seconds: null,
  warn_percent: 80,
  blocks: true,
}

/** Mount a new one for each opening. */
export function CreateLimitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('limit')
  const { time_zone: zone } = useTenantProfile()
  const separators = useLimitFormats().findSeparators()
  const create = useCreateUsageLimitRule()
  const [whom, setWhom] = useState<Whom>('everybody')
  const [period, setPeriod] = useState<Period>('day')
  const [isTargetMissing, setIsTargetMissing] = useState(false)
  const choice: { scope: UsageLimitScope; named?: NamedScope } = choices[whom]
  const form = useContractForm({
    schema: createUsageLimitRule.schema.body.shape.rule,
    at: 'body/rule',
    fieldOfCode: {
      AUTH_USER_NOT_FOUND: 'target_id',
      AUTH_GROUP_NOT_FOUND: 'target_id',
      ASSISTANT_NOT_FOUND: 'target_id',
      MODEL_NOT_FOUND: 'target_id',
    },
    initialValues,
    onSubmit: async (rule) => {
      // A limit that names nothing would be one for each.
      if (choice.named && rule.target_id === null) return setIsTargetMissing(true)
      await create.mutateAsync({ rule })
      notify({ kind: 'success', message: t('created'), timeout: 1_500 })
      onClose()
    },
  })

  function handleWhom(next: Whom) {
    setWhom(next)
    setIsTargetMissing(false)
    form.setFieldValue('scope', choices[next].scope)
    form.setFieldValue('target_id', null)
    // An evaluation asks no expert.
    if (choices[next].scope === 'assistant') form.setFieldValue('flow', null)
  }

  function handlePeriod(next: Period) {
    setPeriod(next)
    const isSeconds = next === 'hour' || next === 'custom'
    form.setFieldValue('interval', isSeconds ? 'seconds' : next)
    form.setFieldValue('interval_seconds', isSeconds ? hourSeconds : null)
  }

  const { metric, flow, currency } = form.values
  const isSeconds = period === 'hour' || period === 'custom'
  return (
    <FormDialog form={form} isOpen title={t('create')} submitLabel={t('create')} onClose={onClose}>
      <Select
        label={t('field.scope')}
        allowDeselect={false}
        data-autofocus
        data={whoms.map((value) => ({ value, label: t(`whom.${value}`) }))}
        value={whom}
        onChange={(value) => handleWhom(whoms.find((known) => known === value) ?? 'everybody')}
      />
      {choice.named && (
        <TargetField
          key={choice.named}
          scope={choice.named}
          value={form.values.target_id}
          error={isTargetMissing ? t('field.targetMissing') : form.errors['target_id']}
          onChange={(id) => {
            setIsTargetMissing(false)
            form.setFieldValue('target_id', id)
          }}
        />
      )}
      <Select
        label={t('field.metric')}
        allowDeselect={false}
        data={UsageLimitMetric.options.map((value) => ({ value, label: t(`metric.${value}`) }))}
        value={metric}
        onChange={(value) => {
          const next = UsageLimitMetric.options.find((known) => known === value) ?? 'requests'
          form.setFieldValue('metric', next)
          form.setFieldValue('currency', next === 'cost' ? '' : null)
        }}
      />
      {choice.scope !== 'assistant' && (
        <Select
          label={t('field.flow')}
          description={flow !== null && t('field.flowHint')}
          allowDeselect={false}
          data={(['all', 'eval'] as const).map((value) => ({ value, label: t(`flow.${value}`) }))}
          value={flow ?? 'all'}
          onChange={(value) => form.setFieldValue('flow', value === 'eval' ? 'eval' : null)}
        />
      )}
      {currency !== null && (
        <CurrencyField value={currency} error={form.errors['currency']} onChange={(code) => form.setFieldValue('currency', code)} />
      )}
      <Select
        label={t('field.interval_seconds')}
        description={isSeconds ? t('field.secondsHint') : t('field.intervalHint', { zone })}
        allowDeselect={false}
        data={periods.map((value) => ({ value, label: t(`interval.${value}`) }))}
        value={period}
        onChange={(value) => handlePeriod(periods.find((known) => known === value) ?? 'day')}
      />
      {period === 'custom' && (
        <NumberInput
          label={t('field.seconds')}
          required
          min={60}
          allowDecimal={false}
          {...separators}
          {...form.getInputProps('interval_seconds')}
        />
      )}
      <AmountFields
        metric={metric}
        currency={currency}
        amount={form.getInputProps('amount')}
        warnPercent={form.getInputProps('warn_percent')}
        blocks={{ value: form.values.blocks, onChange: (value) => form.setFieldValue('blocks', value) }}
      />
    </FormDialog>
  )
}

type CurrencyFieldProps = { value: string; error: React.ReactNode; onChange: (code: string) => void }

/** A currency by its code; those of the models' prices are offered. */
function CurrencyField({ value, error, onChange }: CurrencyFieldProps) {
  const { t } = useTranslation('limit')
  const { data: models = [] } = useQuery(limitQueries.models())
  const currencies = [...new Set(models.flatMap(({ prices }) => prices.map(({ currency }) => currency)))]
  return (
    <Autocomplete
      label={t('field.currency')}
      description={t('field.currencyHint')}
      required
      maxLength={3}
      placeholder="TWD"
      comboboxProps={{ shadow: 'md' }}
      data={currencies}
      value={value}
      error={error}
      onChange={(code) => onChange(code.toUpperCase())}
    />
  )
}
