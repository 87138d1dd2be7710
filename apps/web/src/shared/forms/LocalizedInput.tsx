import { Button, Input, Text, Textarea, TextInput } from '@mantine/core'
import { languageNames, languages, languageTags } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { FormErrors } from '@mantine/form'
import { IconChevronDown, IconLanguage } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { editCopied, editFirst, editOther, resolveFirstKey, type LocalizedKey } from './localized-text.ts'
import classes from './LocalizedInput.module.css'

type LocalizedInputProps = {
  label: string
  description?: ReactNode
  value: LocalizedText
  onChange: (text: LocalizedText) => void
  /** By `default` and language, from `form.localized()`. */
  errors?: FormErrors
  /** Whether the first value is the text of another thing: its other languages go with the first change, as those of the product do. */
  isCopy?: boolean
  multiline?: boolean
  required?: boolean
  disabled?: boolean
  maxLength?: number
  'data-autofocus'?: boolean
}

/** The input of a field with the text before it, so that a keystroke means the same whatever was typed before. */
type Edit = { readonly key: LocalizedKey | 'first'; readonly base: LocalizedText; readonly typed: string; readonly result: LocalizedText }

const isSame = (a: LocalizedText, b: LocalizedText) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns the text that a form began with when it is that of another thing, or one of the product's. These, which are many, are loaded for a
 * text in all languages only; without them the other languages stay.
 */
function useCopiedText(value: LocalizedText, isCopy: boolean): LocalizedText | null {
  const [first] = useState(value)
  const [isProduct, setIsProduct] = useState(false)
  useEffect(() => {
    if (languages.some((language) => first[language] === undefined)) return
    import('@heddle/workflow/model/templates/product-texts').then(
      ({ isProductText }) => setIsProduct(isProductText(first)),
      () => {},
    )
  }, [first])
  return isCopy || isProduct ? first : null
}

/** A text in the interface's language; expands to a field for each other language, and one for languages without their own text. */
export function LocalizedInput({
  label,
  description,
  value,
  onChange,
  errors,
  isCopy = false,
  multiline = false,
  ...rest
}: LocalizedInputProps) {
  const { t } = useTranslation('form')
  const { language } = useLanguage()
  const id = useId()
  const [wantsOpen, setWantsOpen] = useState(false)
  const copied = useCopiedText(value, isCopy)
  const [edit, setEdit] = useState<Edit | null>(null)
  const first = resolveFirstKey(value, language)
  const others: readonly LocalizedKey[] = [...languages.filter((other) => other !== language), 'default']
  const filled = languages.filter((other) => other !== language && value[other] !== undefined)
  const missing = filled.length === 0 ? [] : languages.filter((other) => value[other] === undefined)
  const { required, 'data-autofocus': autoFocus, ...common } = rest
  // An invalid field must be visible.
  const isOpen = wantsOpen || others.some((key) => key !== first && errors?.[key])

  /** Returns the edit of a field while the form still has its result: saving or discarding may have replaced it. */
  const findEdit = (key: Edit['key']) => (edit?.key === key && isSame(edit.result, value) ? edit : null)

  const changeFirst = (base: LocalizedText, typed: string) =>
    copied ? editCopied(base, language, typed, copied) : editFirst(base, language, typed)

  function handleChange(key: Edit['key'], typed: string) {
    const base = findEdit(key)?.base ?? value
    const result = key === 'first' ? changeFirst(base, typed) : editOther(base, language, key, typed)
    setEdit({ key, base, typed, result })
    onChange(result)
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
        value={findEdit('first')?.typed ?? value[language] ?? value.default}
        error={errors?.[first]}
        onChange={(event) => handleChange('first', event.currentTarget.value)}
        onBlur={() => setEdit(null)}
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
          : t('localized.filled', { languages: filled.map((other) => languageNames[other]).join(' · ') })}
      </Button>
      {missing.length > 0 && (
        <Text component="span" size="xs" c="dimmed" ml={8} className={classes.missing}>
          {t('localized.missing', { languages: missing.map((other) => languageNames[other]).join(' · ') })}
        </Text>
      )}
      <div id={id} hidden={!isOpen} role="group" aria-label={t('localized.label', { label })} className={classes.languages}>
        {isOpen &&
          others.map((key) => (
            <div key={key} className={classes.language}>
              <Input.Label htmlFor={`${id}-${key}`} lang={key === 'default' ? undefined : languageTags[key]} className={classes.name}>
                {key === 'default' ? t('localized.default') : languageNames[key]}
              </Input.Label>
              <Field
                {...common}
                id={`${id}-${key}`}
                lang={key === 'default' ? undefined : languageTags[key]}
                value={findEdit(key)?.typed ?? value[key] ?? ''}
                placeholder={value.default}
                error={key === first ? undefined : errors?.[key]}
                onChange={(event) => handleChange(key, event.currentTarget.value)}
                onBlur={() => setEdit(null)}
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
