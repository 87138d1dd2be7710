import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { AggregateFunction } from '@heddle/contracts/dataset/plan'
import { limits } from '@heddle/contracts/limits'
import { findFormulaProblem, type FormulaProblem } from '@heddle/table/measure/find-formula-problem'
import { Button, Code, Group, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { isNumeric } from './part-values.ts'

type FormulaFieldProps = {
  value: string
  columns: readonly DatasetColumn[]
  /** Of an empty one. */
  error: ReactNode
  onChange: (formula: string) => void
}

/** A formula, checked while it is typed, and the columns that it can name. */
export function FormulaField({ value, columns, error, onChange }: FormulaFieldProps) {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  const input = useRef<HTMLTextAreaElement>(null)
  const problem = value.trim() === '' ? null : findFormulaProblem(value, columns)

  function handleInsert(id: string) {
    const { selectionStart = value.length, selectionEnd = value.length } = input.current ?? {}
    onChange(value.slice(0, selectionStart) + id + value.slice(selectionEnd))
    input.current?.focus()
  }

  return (
    <Stack gap={8}>
      <Textarea
        ref={input}
        label={t('measure.formula')}
        description={t('measure.formulaHint')}
        required
        autosize
        minRows={1}
        maxRows={6}
        maxLength={limits.datasetFormulaCharacters}
        spellCheck={false}
        autoCapitalize="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={value}
        error={problem ? <ProblemText formula={value} problem={problem} /> : error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        {t('measure.functions')}{' '}
        {AggregateFunction.options.map((name) => (
          <Code key={name} mr={4} display="inline-block">
            {name}
          </Code>
        ))}
      </Text>
      {columns.length > 0 && (
        <Group gap={6} role="group" aria-label={t('measure.insert')}>
          {columns
            .filter(({ type }) => isNumeric(type))
            .map(({ id, name }) => (
              <Button key={id} size="compact-xs" variant="default" onClick={() => handleInsert(id)}>
                {id} · {localized(name)}
              </Button>
            ))}
        </Group>
      )}
    </Stack>
  )
}

function ProblemText({ formula, problem: { code, at } }: { formula: string; problem: FormulaProblem }) {
  const { t } = useTranslation('dataset')
  const [found = ''] = /^[\p{L}\p{N}_.]+|^./u.exec(formula.slice(at)) ?? []
  if (code === 'unexpected') return found === '' ? t('formula.ends_early') : t('formula.unexpected', { found, position: at + 1 })
  return t(`formula.${code}`, { found, max: limits.datasetFormulaCharacters, example: 'mean(c3)' })
}
