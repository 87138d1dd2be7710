import type { QuestionQuality } from '@heddle/contracts/retrieval/question'
import type { SearchSettings } from '@heddle/contracts/retrieval/search'
import { Table, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { Section } from '#shared/ui/layout/Section.tsx'
import { useSourceWords } from '#entities/collection/use-source-words.ts'
import { SearchNotices } from '../SearchNotices.tsx'
import { settingNames } from '../SettingsSides.tsx'
import classes from './questions.module.css'
import type { RunDone } from './use-question-run.ts'

const measures = ['recall_at_k', 'hit_at_1', 'mrr_at_10'] as const

type RunSummaryProps = { settings: readonly SearchSettings[]; done: RunDone }

/** The measures of a run, in all and by the language of the question; of two settings with their difference. */
export function RunSummary({ settings, done }: RunSummaryProps) {
  const { t } = useTranslation('retrieval')
  const { tag } = useLanguage()
  const { formatLanguage } = useSourceWords()
  const isCompared = done.settings.length > 1
  const [first] = done.settings
  const notices = [...new Set(done.settings.flatMap((own) => own.notices))]
  const nameMeasure = (measure: (typeof measures)[number], side: number) =>
    t(`measure.${measure}`, { k: (settings[side]?.top_k ?? 0).toLocaleString(tag) })
  const rows = [
    { key: 'all', name: t('measure.all'), sides: done.settings.map(({ all }) => all) },
    ...(first?.languages ?? []).map(({ language }) => ({
      key: language ?? 'unknown',
      name: language === null ? t('measure.unknown') : formatLanguage(language),
      sides: done.settings.map(({ languages }) => languages.find((own) => own.language === language)),
    })),
  ]

  if (!first || first.all.count === 0) return null
  return (
    <Section title={t('measure.title')} hint={t('measure.hint', { time: done.elapsed_ms.toLocaleString(tag) })}>
      <SearchNotices notices={notices} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by the keyboard. */}
      <div className={classes.numbers} tabIndex={0} role="region" aria-label={t('measure.title')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('measure.language')}</Table.Th>
              <Table.Th scope="col">{t('measure.count')}</Table.Th>
              {measures.map((measure) =>
                done.settings.map((_, side) => (
                  <Table.Th key={`${measure} ${settingNames[side]}`} scope="col">
                    {nameMeasure(measure, side)}
                    {isCompared && ` · ${settingNames[side]}`}
                  </Table.Th>
                )),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, name, sides }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{(sides[0]?.count ?? 0).toLocaleString(tag)}</Table.Td>
                {measures.map((measure) =>
                  sides.map((quality, side) => (
                    <Table.Td key={`${measure} ${settingNames[side]}`}>
                      <MeasureValue measure={measure} quality={quality} before={side === 0 ? undefined : sides[0]} />
                    </Table.Td>
                  )),
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="xs" c="dimmed" mt="xs">
        {t('measure.about')}
      </Text>
    </Section>
  )
}

type MeasureValueProps = {
  measure: (typeof measures)[number]
  quality: QuestionQuality | undefined
  /** That of the first setting, beside the second one. */
  before: QuestionQuality | undefined
}

function MeasureValue({ measure, quality, before }: MeasureValueProps) {
  const { t } = useTranslation('retrieval')
  const { tag } = useLanguage()
  if (!quality) return null
  const format = (value: number, options: Intl.NumberFormatOptions = {}) =>
    measure === 'mrr_at_10'
      ? value.toLocaleString(tag, { minimumFractionDigits: 3, maximumFractionDigits: 3, ...options })
      : value.toLocaleString(tag, { style: 'percent', maximumFractionDigits: 1, ...options })
  const difference = before ? quality[measure] - before[measure] : 0
  const isSame = Math.abs(difference) < 0.0005
  return (
    <>
      {format(quality[measure])}
      {!isSame && (
        <Text
          component="span"
          size="xs"
          fw={600}
          ml={6}
          c={difference > 0 ? 'var(--mantine-color-teal-text)' : 'var(--mantine-color-error)'}
          aria-label={t(difference > 0 ? 'measure.better' : 'measure.worse', { value: format(Math.abs(difference)) })}
          role="img"
        >
          {difference > 0 ? <IconArrowUp size={13} aria-hidden /> : <IconArrowDown size={13} aria-hidden />}
          {format(difference, { signDisplay: 'exceptZero' })}
        </Text>
      )}
    </>
  )
}
