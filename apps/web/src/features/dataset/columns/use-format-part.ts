import { useTranslation } from 'react-i18next'
import { ColumnType } from '@heddle/contracts/dataset/column'
import { isUnitId, units } from '@heddle/units/units'
import { z } from 'zod'

const Named = z.array(z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]))

/** Returns the labels of the fields of a column or measure, and what formats their values, for the dialog of a conflict. */
export function useFormatPart() {
  const { t } = useTranslation('dataset')
  return (part: 'column' | 'measure') => ({
    labels: {
      [`${part}.name`]: t('field.name'),
      [`${part}.description`]: t('field.description'),
      [`${part}.synonyms`]: t('column.synonyms'),
      [`${part}.type`]: t('column.type'),
      [`${part}.unit`]: t('column.unit'),
      [`${part}.decimals`]: t('column.decimals'),
      [`${part}.choices`]: t('column.choices'),
      [`${part}.new_choices`]: t('choice.new'),
      [`${part}.key`]: t('column.key'),
      [`${part}.required`]: t('column.required'),
      [`${part}.unique`]: t('column.unique'),
      [`${part}.refers_to`]: t('column.refers_to'),
      [`${part}.formula`]: t('measure.formula'),
    },
    format: (path: string, value: unknown) => {
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
      if (path.endsWith('.type')) return ColumnType.safeParse(value).success ? t(`type.${value as ColumnType}`) : null
      if (typeof value === 'string' && path.endsWith('.unit') && isUnitId(value)) return units[value].symbol
      return Array.isArray(value) ? Named.safeParse(value).data?.join(' · ') : null
    },
  })
}
