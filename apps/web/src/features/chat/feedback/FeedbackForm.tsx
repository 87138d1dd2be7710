import { limits } from '@heddle/contracts/limits'
import { Button, Checkbox, CloseButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListText } from '#i18n/use-language.ts'
import { isCancelKey } from '#shared/shortcuts/submit-key.ts'
import classes from './Feedback.module.css'
import { type FeedbackDraft, quickReasons } from './feedback-drafts.ts'
import type { FeedbackState } from './use-feedback.ts'

/** Asks why a reply was bad. */
export function FeedbackForm({ feedback }: { feedback: FeedbackState }) {
  const { t } = useTranslation('chat')
  const { t: tCommon } = useTranslation()
  const listText = useListText()
  const [draft, setDraft] = useState(feedback.draft)
  const { chosen, words, includes } = draft
  // The chosen reasons come before the text.
  const reason = [listText(chosen.map((key) => t(`feedback.quick.${key}`))), words.trim()].filter((part) => part !== '').join('\n')

  function handleChange(change: Partial<FeedbackDraft>) {
    const next = { ...draft, ...change }
    setDraft(next)
    feedback.keepDraft(next)
  }

  function handleToggle(key: (typeof quickReasons)[number]) {
    handleChange({ chosen: chosen.includes(key) ? chosen.filter((known) => known !== key) : [...chosen, key] })
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!isCancelKey(event.nativeEvent)) return
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
        // An empty reason removes the earlier one.
        feedback.submit({ reason, include_conversation: includes })
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
            const isChosen = chosen.includes(key)
            return (
              <Button
                key={key}
                size="compact-sm"
                radius="xl"
                fw={500}
                variant={isChosen ? 'light' : 'default'}
                aria-pressed={isChosen}
                onClick={() => handleToggle(key)}
              >
                {t(`feedback.quick.${key}`)}
              </Button>
            )
          })}
        </Group>
        <Textarea
          autosize
          minRows={2}
          maxRows={8}
          autoFocus={feedback.takesFocus}
          aria-label={t('feedback.reason')}
          placeholder={t('feedback.placeholder')}
          maxLength={limits.feedbackReasonCharacters - 200}
          value={words}
          onChange={(event) => handleChange({ words: event.currentTarget.value })}
        />
        <Checkbox
          size="sm"
          checked={includes}
          label={t('feedback.include')}
          description={t('feedback.includeHint')}
          onChange={(event) => handleChange({ includes: event.currentTarget.checked })}
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
