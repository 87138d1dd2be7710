import { defaultHandle } from '@heddle/contracts/workflow/workflow-graph'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunFormats } from '#entities/workflow/use-run-formats.ts'
import { useWords } from '../../use-words.ts'
import classes from './NodeResult.module.css'
import { countRunTokens, type NodeRun } from '../run/test-run.ts'

/** What one node did: why it failed, its time, tokens and cost, and what it was given and gave. */
export function NodeResult({ node, run }: { node: GraphNode; run: NodeRun }) {
  const { t } = useTranslation('testing')
  const { t: tCommon } = useTranslation()
  const { t: tError } = useTranslation('errors')
  const { formatPath, formatOutput, formatHandle } = useWords()
  const { formatCost, formatTime, formatUsage } = useRunFormats()
  const { attempt, cost, error, handle, input, isWithheld, ms, output, status, usage } = run
  const hasEnded = status === 'finished' || status === 'failed'
  const facts = [
    ms !== null && [t('fact.time'), formatTime(ms)],
    attempt > 1 && [t('fact.attempts'), String(attempt)],
    usage && countRunTokens(usage) > 0 && [t('fact.tokensName'), formatUsage(usage)],
    usage?.server_calls !== undefined && usage.server_calls > 1 && [t('fact.serverCalls'), String(usage.server_calls)],
    cost && [t('fact.cost'), formatCost(cost)],
    handle !== null && handle !== defaultHandle && [t('node.next'), formatHandle(node, handle)],
  ].filter((fact) => Array.isArray(fact))
  return (
    <>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          {tError(`code.${error}`)}
        </Text>
      )}
      {hasEnded && (
        <Text size="xs" c="dimmed">
          {facts.map(([label, value]) => tCommon('labeled', { label, value })).join(' · ')}
        </Text>
      )}
      {isWithheld && (
        <Text size="sm" c="dimmed">
          {t('withheld')}
        </Text>
      )}
      {attempt > 0 && !isWithheld && <Texts title={t('node.input')} none={t('node.noInput')} texts={input} formatName={formatPath} />}
      {hasEnded && !isWithheld && (
        <Texts title={t('node.output')} none={t('node.noOutput')} texts={output} formatName={(name) => formatOutput(node.type, name)} />
      )}
    </>
  )
}

type TextsProps = { title: string; none: string; texts: NodeRun['input']; formatName: (name: string) => string }

function Texts({ title, none, texts, formatName }: TextsProps) {
  const entries = Object.entries(texts)
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {entries.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {entries.map(([name, { text, is_cut: isCut }]) => (
        <TracedValue key={name} name={formatName(name)} isCut={isCut}>
          {text}
        </TracedValue>
      ))}
    </section>
  )
}

function TracedValue({ name, isCut, children }: { name: string; isCut: boolean; children: ReactNode }) {
  const { t } = useTranslation('testing')
  const id = useId()
  return (
    <div className={classes.value}>
      <Text size="xs" c="dimmed" id={id}>
        {name}
        {isCut && ` · ${t('node.cut')}`}
      </Text>
      {/* A long value scrolls by itself, which needs the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.text} role="group" tabIndex={0} aria-labelledby={id}>
        {children === '' ? t('node.emptyText') : children}
      </div>
    </div>
  )
}
