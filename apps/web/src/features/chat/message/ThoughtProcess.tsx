import type { ReplyStep } from '@heddle/contracts/message/message'
import type { WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'
import { Collapse, Loader, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FallbackModels } from '#entities/chat/FallbackModels.tsx'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import classes from './ThoughtProcess.module.css'

const storageKey = 'thought_process'

/** Returns whether the user last showed or hid a thought process; null when they never did. */
function readThoughtChoice(): boolean | null {
  const stored = localStorage.getItem(storageKey)
  return stored === null ? null : stored === 'shown'
}

function storeThoughtChoice(isShown: boolean): void {
  localStorage.setItem(storageKey, isShown ? 'shown' : 'hidden')
}

type ThoughtProcessProps = {
  steps: readonly ReplyStep[]
  reasoning: string
  /** The reply is running. */
  isLive: boolean
  /** Its text has begun. */
  hasText: boolean
}

/**
 * The steps and the reasoning before a reply: open until its text begins, then folded, unless the user chose otherwise. Of a reply that
 * has ended without text the reasoning is all there is to read.
 */
export function ThoughtProcess({ steps, reasoning, isLive, hasText }: ThoughtProcessProps) {
  const { t } = useTranslation('chat')
  const id = useId()
  const [before] = useState(() => (isLive ? readThoughtChoice() : null))
  const [choice, setChoice] = useState<boolean | null>(null)
  const hasContent = steps.length > 0 || reasoning !== ''
  const isThinking = isLive && !hasText
  const isAll = !isLive && !hasText && reasoning !== ''
  const isOpen = hasContent && (choice ?? (isAll || (before ?? (isThinking && reasoning !== ''))))
  if (!hasContent && !isThinking) return null

  function handleToggle() {
    setChoice(!isOpen)
    storeThoughtChoice(!isOpen)
  }

  const running = steps.findLast((step) => step.status === 'started')
  return (
    <section className={classes.root}>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={isOpen ? t('thought.hide') : t('thought.show')}
        aria-describedby={isThinking ? `${id}-phase` : undefined}
        disabled={!hasContent}
        onClick={handleToggle}
      >
        <span id={`${id}-phase`} className={classes.label} data-thinking={isThinking || undefined}>
          {isThinking ? <Thinking waiting={running?.ahead} /> : t('thought.title')}
        </span>
        {isThinking && running && running.ahead === undefined && (
          <span className={classes.running}>
            <StepName step={running} />
          </span>
        )}
        {hasContent && <IconChevronDown size={16} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />}
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id} keepMounted={false} transitionDuration={180}>
        <div className={classes.body}>
          {steps.length > 0 && (
            <ol className={classes.steps}>
              {steps.map((step) => (
                <Step key={step.node_id} step={step} isLive={isLive} />
              ))}
            </ol>
          )}
          {reasoning !== '' && (
            <div className={classes.reasoning}>
              <Markdown text={reasoning} isStreaming={isThinking} />
            </div>
          )}
        </div>
      </Collapse>
    </section>
  )
}

/** What the reply does before its text: it waits behind other calls of the model, or the model thinks. */
function Thinking({ waiting }: { waiting: number | undefined }) {
  const { t } = useTranslation('chat')
  if (waiting === undefined) return t('thought.thinking')
  return waiting === 0 ? t('thought.waitingNext') : t('thought.waiting', { count: waiting })
}

function Step({ step, isLive }: { step: ReplyStep; isLive: boolean }) {
  const { t } = useTranslation('chat')
  const seconds = step.ms === undefined ? null : Math.round(step.ms / 100) / 10
  return (
    <li className={classes.step} data-status={step.status}>
      <span className={classes.mark} role="img" aria-label={t(`thought.step.${step.status}`)}>
        {step.status === 'started' ? isLive ? <Loader size={12} color="gray" /> : <IconX size={13} /> : null}
        {step.status === 'finished' && <IconCheck size={13} />}
        {step.status === 'failed' && <IconX size={13} />}
      </span>
      <span>
        <StepName step={step} />
        {step.fallback && (
          <span className={classes.time}>
            {' '}
            <FallbackModels {...step.fallback} />
          </span>
        )}
      </span>
      {seconds !== null && seconds > 0 && <span className={classes.time}>{t('thought.seconds', { count: seconds })}</span>}
    </li>
  )
}

const nodeNames = {
  start: 'thought.node.start',
  query_rewrite: 'thought.node.query_rewrite',
  classifier: 'thought.node.classifier',
  condition: 'thought.node.condition',
  parameter_extract: 'thought.node.parameter_extract',
  document_extract: 'thought.node.document_extract',
  knowledge_retrieval: 'thought.node.knowledge_retrieval',
  dataset_query: 'thought.node.dataset_query',
  qa_match: 'thought.node.qa_match',
  llm: 'thought.node.llm',
  template: 'thought.node.template',
  http_request: 'thought.node.http_request',
  merge_results: 'thought.node.merge_results',
  answer: 'thought.node.answer',
} as const satisfies Record<WorkflowNodeType, string>

const isKnown = (type: string): type is WorkflowNodeType => Object.hasOwn(nodeNames, type)

/** The name of a step: translated for the product's node types, otherwise the title of the workflow's author. */
function StepName({ step }: { step: ReplyStep }) {
  const { t } = useTranslation('chat')
  return isKnown(step.type) ? t(nodeNames[step.type]) : step.title
}
