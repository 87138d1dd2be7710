import type { PromptItem, PromptVariable } from '@heddle/contracts/prompt/prompt'
import { fillPrompt, isPromptValue } from '@heddle/contracts/prompt/prompt-template'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PromptPreview } from '#entities/prompt/PromptPreview.tsx'
import { VariableInput } from '#entities/prompt/VariableInput.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { ReasonedButton } from '#shared/ui/buttons/ReasonedButton.tsx'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import classes from './FillPromptDialog.module.css'

type FillPromptDialogProps = {
  prompt: PromptItem
  /** Why nothing can be sent now; null when a message can. */
  blockedReason: string | null
  onInsert: (filled: string) => void
  onSend: (filled: string) => void
  onClose: () => void
}

/** Returns the rule that a value breaks. */
function findBrokenRule(variable: PromptVariable, value: string) {
  if (value.trim() === '') return variable.required ? 'required' : null
  if (isPromptValue(variable, value)) return null
  return variable.type === 'number' ? 'number' : 'format'
}

/** Asks for the variables of a prompt, and shows the text that comes of them. */
export function FillPromptDialog({ prompt, blockedReason, onInsert, onSend, onClose }: FillPromptDialogProps) {
  const { t } = useTranslation(['prompt', 'form', 'common'])
  const localized = useLocalized()
  const { variables } = prompt
  const text = localized(prompt.text)
  const [values, setValues] = useState<ReadonlyMap<string, string>>(
    () => new Map(variables.map(({ key, default: given = '' }) => [key, given])),
  )
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const findRule = (variable: PromptVariable) => findBrokenRule(variable, values.get(variable.key) ?? '')

  function handleDone(act: (filled: string) => void) {
    setIsChecked(true)
    const wrong = variables.findIndex((variable) => findRule(variable) !== null)
    if (wrong === -1) act(fillPrompt(text, values))
    else form.current?.querySelectorAll<HTMLElement>('[data-variable]')[wrong]?.querySelector<HTMLElement>('input, textarea')?.focus()
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // In React's tree the dialog is inside the form of the composer's page.
    event.stopPropagation()
    handleDone(onInsert)
  }

  const description = localized(prompt.description)
  return (
    <Dialog isOpen title={localized(prompt.name)} maxWidth={620} onClose={onClose}>
      <form ref={form} className={classes.form} noValidate onSubmit={handleSubmit}>
        <Stack gap="md">
          {description !== '' && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
          {variables.map((variable, index) => {
            const rule = isChecked ? findRule(variable) : null
            return (
              <div key={variable.key} data-variable>
                <VariableInput
                  variable={variable}
                  label={localized(variable.label)}
                  required={variable.required ?? false}
                  value={values.get(variable.key) ?? ''}
                  error={rule && t(`form:rule.${rule}`)}
                  data-autofocus={index === 0}
                  onChange={(value) => setValues(new Map(values).set(variable.key, value))}
                />
              </div>
            )
          })}
          <PromptPreview text={text} variables={variables} values={values} />
          <Group justify="flex-end" gap="xs" className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <ReasonedButton variant="default" reason={blockedReason} onClick={() => handleDone(onSend)}>
              {t('fill.send')}
            </ReasonedButton>
            <Button type="submit">{t('fill.insert')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
