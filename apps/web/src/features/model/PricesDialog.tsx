import { ManagedModel, type ModelPrice, updateModel } from '@heddle/contracts/model/model'
import { Button, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { startOfDay } from '#shared/dates.ts'
import { ConflictDialog } from '#shared/forms/ConflictDialog.tsx'
import { FormDialog } from '#shared/forms/FormDialog.tsx'
import { useContractForm } from '#shared/forms/use-contract-form.tsx'
import { notify } from '#shared/notify/notify.ts'
import { DayInput } from '#shared/forms/DayInput.tsx'
import { IconButton } from '#shared/ui/buttons/IconButton.tsx'
import { useUpdateModel } from './models.queries.ts'
import classes from './Models.module.css'
import { formatDay } from './days.ts'

const amounts = ['input', 'cached_input', 'output'] as const

const toValues = ({ prices, revision }: ManagedModel) => ({ model: { prices }, revision })

/** Mount a new one for each opening. */
export function PricesDialog({ model, onClose }: { model: ManagedModel; onClose: () => void }) {
  const { t } = useTranslation('model')
  const update = useUpdateModel(model.id)
  const form = useContractForm({
    schema: updateModel.schema.body,
    initialValues: toValues(model),
    revised: { entity: ManagedModel, toValues },
    onSubmit: async (body) => {
      await update.mutateAsync(body)
      notify({ kind: 'success', message: t('saved'), timeout: 1_500 })
      onClose()
    },
  })
  const { prices } = form.values.model

  function handleAdd() {
    const [latest] = prices
    const valid_from = startOfDay(formatDay(new Date().toISOString()))
    form.insertListItem('model.prices', { currency: '', input: '', cached_input: '', output: '', ...latest, valid_from }, 0)
  }

  const formatPrice = ({ valid_from: from, currency, input, cached_input: cached, output }: ModelPrice) =>
    t('price.line', { day: formatDay(from), currency, input, cached, output })

  return (
    <>
      <FormDialog form={form} isOpen title={t('price.of', { name: model.name })} maxWidth={720} onClose={onClose}>
        <Text size="sm">{t('price.hint')}</Text>
        {prices.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('price.none')}
          </Text>
        )}
        <Stack component="ul" gap="md" className={classes.list}>
          {prices.map((price, index) => (
            <li key={index} className={classes.price}>
              <Input.Wrapper label={t('price.valid_from')} labelElement="div">
                <DayInput
                  label={t('price.valid_from')}
                  value={formatDay(price.valid_from)}
                  clearable={false}
                  w="100%"
                  error={form.errors[`model.prices.${index}.valid_from`]}
                  onChange={(day) => day && form.setFieldValue(`model.prices.${index}.valid_from`, startOfDay(day))}
                />
              </Input.Wrapper>
              <TextInput
                label={t('price.currency')}
                required
                maxLength={3}
                placeholder="TWD"
                {...form.getInputProps(`model.prices.${index}.currency`)}
                onChange={({ currentTarget }) => form.setFieldValue(`model.prices.${index}.currency`, currentTarget.value.toUpperCase())}
              />
              {amounts.map((field) => (
                <TextInput
                  key={field}
                  label={t(`price.${field}`)}
                  required
                  inputMode="decimal"
                  {...form.getInputProps(`model.prices.${index}.${field}`)}
                />
              ))}
              <IconButton
                hint={t('price.remove')}
                label={t('price.removeOf', { day: formatDay(price.valid_from) })}
                icon={IconTrash}
                onClick={() => form.removeListItem('model.prices', index)}
              />
            </li>
          ))}
        </Stack>
        {form.errors['model.prices'] && <Input.Error>{t('price.sameDay')}</Input.Error>}
        <Group>
          <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={handleAdd}>
            {t('price.add')}
          </Button>
        </Group>
      </FormDialog>
      <ConflictDialog
        conflict={form.conflict}
        labels={{ 'model.prices': t('price.title') }}
        format={(path, value) => (path === 'model.prices' ? (value as ModelPrice[]).map(formatPrice).join(' · ') || t('price.none') : null)}
      />
    </>
  )
}
