import { Button, Input, Textarea, TextInput } from '@mantine/core'
import { type Language, languageNames, languages, languageTags } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { FormErrors } from '@mantine/form'
import { IconChevronDown, IconLanguage } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './LocalizedInput.module.css'

type LocalizedInputProps = {
  label: string
  description?: ReactNode
  value: LocalizedText
  onChange: (text: LocalizedText) => void
  /** By `default` and language, as `form.localized()` gives them. */
  errors?: FormErrors
  multiline?: boolean
  required?: boolean
  disabled?: boolean
  maxLength?: number
  'data-autofocus'?: boolean
}

/** A text with its default, and below it, when wanted, one for each language; readers of a language without one get the default. */
export function LocalizedInput({ label, description, value, onChange, errors, multiline = false, ...rest }: LocalizedInputProps) {
  const { t } = useTranslation('form')
  const id = useId()
  const [wantsOpen, setWantsOpen] = useState(false)
  const filled = languages.filter((language) => value[language] !== undefined)
  const { required, 'data-autofocus': autoFocus, ...common } = rest
  // What is wrong must be seen.
  const isOpen = wantsOpen || languages.some((language) => errors?.[language])

  function handleChange(language: Language, text: string) {
    const { [language]: _replaced, ...others } = value
    onChange(text.trim() === '' ? others : { ...others, [language]: text })
  }

  const Field = multiline ? MultilineField : TextInput
  return (
    <div>
      <Field
        {...common}
        label={label}
        description={description}
        required={required}
        data-autofocus={autoFocus}
        value={value.default}
        error={errors?.default}
        onChange={(event) => onChange({ ...value, default: event.currentTarget.value })}
      />
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        mt={6}
        ml={-8}
        className={classes.toggle}
        leftSection={<IconLanguage size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setWantsOpen(!isOpen)}
      >
        {filled.length === 0
          ? t('localized.none')
          : t('localized.filled', { languages: filled.map((language) => languageNames[language]).join(' · ') })}
      </Button>
      <div id={id} hidden={!isOpen} role="group" aria-label={t('localized.label', { label })} className={classes.languages}>
        {isOpen &&
          languages.map((language) => (
            <div key={language} className={classes.language}>
              <Input.Label htmlFor={`${id}-${language}`} lang={languageTags[language]} className={classes.name}>
                {languageNames[language]}
              </Input.Label>
              <Field
                {...common}
                id={`${id}-${language}`}
                lang={languageTags[language]}
                value={value[language] ?? ''}
                placeholder={value.default}
                error={errors?.[language]}
                onChange={(event) => handleChange(language, event.currentTarget.value)}
              />
            </div>
          ))}
      </div>
    </div>
  )
}

function MultilineField(props: React.ComponentProps<typeof Textarea>) {
  return <Textarea autosize minRows={2} maxRows={8} {...props} />
}
