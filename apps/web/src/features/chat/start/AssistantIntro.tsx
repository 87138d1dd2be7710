import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { Button, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowUpRight, IconSwitchHorizontal } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AssistantMark } from '#entities/assistant/AssistantMark.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import classes from './Start.module.css'

type AssistantIntroProps = {
  assistant: Assistant
  /** Why no question can be asked now; null when one can. */
  blockedReason: string | null
  onAsk: (question: string) => void
  /** Undefined when the expert is fixed. */
  onChange?: () => void
}

/** The chosen expert, with its recommended questions, which are sent with one click. */
export function AssistantIntro({ assistant, blockedReason, onAsk, onChange }: AssistantIntroProps) {
  const { t } = useTranslation('chat')
  const localized = useLocalized()
  const name = localized(assistant.name)
  const description = localized(assistant.description)
  const reasonId = useId()
  const isBlocked = blockedReason !== null
  const Heading = onChange ? 'h1' : 'h2'
  return (
    <section className={classes.root}>
      <div className={classes.mark}>
        <AssistantMark assistant={assistant} size="large" />
      </div>
      <Heading className={classes.heading} data-tour="experts">
        {name}
      </Heading>
      {description && <p className={classes.lead}>{description}</p>}
      {onChange && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.change}
          leftSection={<IconSwitchHorizontal size={15} />}
          onClick={onChange}
        >
          {t('start.change')}
        </Button>
      )}
      {assistant.recommended_questions.length === 0 ? (
        <p className={classes.lead}>{t('start.typeDirectly')}</p>
      ) : (
        <>
          <h2 className={classes.group}>{t('start.questions')}</h2>
          <span id={reasonId} hidden>
            {blockedReason}
          </span>
          <ul className={classes.questions}>
            {assistant.recommended_questions.map(({ title, content }, index) => (
              <li key={index}>
                <Tooltip label={blockedReason} disabled={!isBlocked} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
                  <UnstyledButton
                    className={classes.question}
                    aria-disabled={isBlocked}
                    aria-describedby={isBlocked ? reasonId : undefined}
                    onClick={() => !isBlocked && onAsk(localized(content))}
                  >
                    <span className={classes.optionText}>
                      <span className={classes.optionName}>{localized(title)}</span>
                      {localized(content) !== localized(title) && <span className={classes.optionDescription}>{localized(content)}</span>}
                    </span>
                    <IconArrowUpRight size={17} aria-hidden className={classes.arrow} />
                  </UnstyledButton>
                </Tooltip>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
