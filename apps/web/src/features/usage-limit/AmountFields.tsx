import type { UsageLimitMetric } from '@heddle/contracts/usage-limit/usage-limit'
import { NumberInput, Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLimitFormats } from '#entities/usage-limit/use-limit-formats.ts'

type Field = { value?: unknown; onChange: (value: unknown) => void; error?: ReactNode }

type AmountFieldsProps = {
  metric: UsageLimitMetric
  currency: string | null
  amount: Field
  warnPercent: Field
  blocks: { value: boolean; onChange: (value: boolean) => void }
}

const toNumberField = ({ value, onChange, error }: Field) => ({ value: typeof value === 'number' ? value : '', onChange, error })

/** The fields of a limit that can be changed later. */
export function AmountFields({ metric, currency, amount, warnPercent, blocks }: AmountFieldsProps) {
  const { t } = useTranslation('limit')
  const separators = useLimitFormats().findSeparators()
  const isCost = metric === 'cost'
  return (
    <Stack gap="md">
      <NumberInput
        label={t('field.amount')}
        required
        min={isCost ? 0 : 1}
        allowDecimal={isCost}
        decimalScale={8}
        allowNegative={false}
        {...separators}
        suffix={isCost && currency ? ` ${currency}` : ''}
        {...toNumberField(amount)}
      />
      <NumberInput
        label={t('field.warn_percent')}
        description={t('field.warnHint')}
        required
        min={1}
        max={100}
        allowDecimal={false}
        suffix=" %"
        {...toNumberField(warnPercent)}
      />
      <Radio.Group label={t('field.blocks')} value={blocks.value ? 'yes' : 'no'} onChange={(value) => blocks.onChange(value === 'yes')}>
        <Stack gap={8} mt={6}>
          <Radio value="yes" label={t('blocks.yes')} />
          <Radio value="no" label={t('blocks.no')} />
        </Stack>
      </Radio.Group>
    </Stack>
  )
}
