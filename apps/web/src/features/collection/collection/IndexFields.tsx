import type { IndexSettings } from '@heddle/contracts/collection/collection'
import { limits } from '@heddle/contracts/limits'
import { Button, Collapse, NumberInput, Radio, Stack } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelNameSelect } from '#entities/model/ModelNameSelect.tsx'

type IndexFieldsProps = {
  values: IndexSettings
  /** By the field. */
  errors: FormErrors
  /** Shows how the text is cut from the beginning. */
  isOpen?: boolean
  onChange: <Field extends keyof IndexSettings>(field: Field, value: IndexSettings[Field]) => void
}

const advancedFields = ['chunk_strategy', 'chunk_tokens', 'overlap_tokens'] as const

/** How the text is made findable, and, folded, how it is cut. */
export function IndexFields({ values, errors, isOpen: isOpenAtFirst = false, onChange }: IndexFieldsProps) {
  const { t } = useTranslation('knowledge')
  const id = useId()
  const [wantsOpen, setWantsOpen] = useState(isOpenAtFirst)
  // An invalid field must be visible.
  const isOpen = wantsOpen || advancedFields.some((field) => errors[field])
  return (
    <Stack gap="lg" maw={620}>
      <ModelNameSelect
        kind="embedding"
        label={t('field.embedding_model')}
        description={t('field.embedding_modelHint')}
        noneLabel={t('model.noEmbedding')}
        value={values.embedding_model}
        error={errors['embedding_model']}
        onChange={(name) => onChange('embedding_model', name)}
      />
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml={-8}
          rightSection={isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setWantsOpen(!isOpen)}
        >
          {t('advanced')}
        </Button>
        <Collapse id={id} expanded={isOpen}>
          <Stack gap="lg" pt="sm">
            <Radio.Group
              label={t('field.chunk_strategy')}
              value={values.chunk_strategy}
              error={errors['chunk_strategy']}
              onChange={(strategy) => onChange('chunk_strategy', strategy === 'fixed' ? 'fixed' : 'structure')}
            >
              <Stack gap="sm" mt={8}>
                {(['structure', 'fixed'] as const).map((strategy) => (
                  <Radio key={strategy} value={strategy} label={t(`strategy.${strategy}`)} description={t(`strategy.${strategy}Hint`)} />
                ))}
              </Stack>
            </Radio.Group>
            <NumberInput
              label={t('field.chunk_tokens')}
              description={t('field.chunk_tokensHint')}
              required
              min={limits.chunkTokens.min}
              max={limits.chunkTokens.max}
              allowDecimal={false}
              w={280}
              value={values.chunk_tokens}
              error={errors['chunk_tokens']}
              onChange={(tokens) => onChange('chunk_tokens', tokens as number)}
            />
            <NumberInput
              label={t('field.overlap_tokens')}
              description={t('field.overlap_tokensHint')}
              required
              min={0}
              max={limits.overlapTokens}
              allowDecimal={false}
              w={280}
              value={values.overlap_tokens}
              error={errors['overlap_tokens']}
              onChange={(tokens) => onChange('overlap_tokens', tokens as number)}
            />
          </Stack>
        </Collapse>
      </div>
    </Stack>
  )
}
