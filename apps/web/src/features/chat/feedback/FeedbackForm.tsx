import { limits } from '@heddle/contracts/limits'
import { Button, Checkbox, CloseButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Feedback.module.css'
import type { Feedback } from './use-feedback.ts'

const quickReasons = ['incorrect', 'unhelpful', 'language', 'sources'] as const

/** Asks why a reply was bad. */
export function FeedbackForm({ feedback }: { feedback: Feedback }) {
  const { t } = useTranslation('chat')
  const { t: tCommon } = useTranslation()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [words, setWords] = useState(feedback.given?.reason ?? '')
  const [includes, setIncludes] = useState(feedback.given?.include_conversation ?? false)
  // What was chosen is the beginning of what is said.
  const reason = [chosen.join(t('feedback.separator')), words.trim()].filter((part) => part !== '').join('\n')

  function handleToggle(label: string) {
    setChosen(chosen.includes(label) ? chosen.filter((known) => known !== label) : [...chosen, label])
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    feedback.closeForm()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from wherever the focus is in it
    <form
      className={classes.form}
      aria-label={t('feedback.question')}
      onKeyDown={handleKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        feedback.submit({ ...(reason !== '' && { reason }), include_conversation: includes })
      }}
    >
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fw={600} size="sm">
            {t('feedback.question')}
          </Text>
          <CloseButton size="sm" aria-label={tCommon('close')} onClick={feedback.closeForm} />
        </Group>
        <Group gap="xs">
          {quickReasons.map((key) => {
            const label = t(`feedback.quick.${key}`)
            const isChosen = chosen.includes(label)
            return (
              <Button
                key={key}
                size="compact-sm"
                radius="xl"
                fw={500}
                variant={isChosen ? 'light' : 'default'}
                aria-pressed={isChosen}
                onClick={() => handleToggle(label)}
              >
                {label}
              </Button>
            )
          })}
        </Group>
        <Textarea
          autosize
          minRows={2}
          maxRows={8}
          data-autofocus
          autoFocus
          aria-label={t('feedback.reason')}
          placeholder={t('feedback.placeholder')}
          maxLength={limits.feedbackReasonCharacters - 200}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Checkbox
          size="sm"
          checked={includes}
          label={t('feedback.include')}
          description={t('feedback.includeHint')}
          onChange={(event) => setIncludes(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button type="submit" size="sm" loading={feedback.isSubmitting}>
            {t('feedback.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
