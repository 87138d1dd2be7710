import { ActionIcon, Combobox, Input, ScrollArea, Text, Textarea, useCombobox } from '@mantine/core'
import { formatReference, parseTemplate } from '@heddle/workflow/model/graph/template'
import { IconBraces } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ValueExample } from '../test-pane/node/ValueExample.tsx'
import classes from './PromptInput.module.css'
import { filterVariables, findTrigger, type Variable } from './variables.ts'

type PromptInputProps = {
  label: string
  value: string
  variables: readonly Variable[]
  error: string | undefined
  maxLength: number | undefined
  minRows?: number
  onChange: (value: string) => void
}

type Range = { readonly start: number; readonly end: number; readonly keyword: string }

/**
 * A native text field over a mirror that paints its references, as rich editors break the input methods of Chinese, Japanese, Thai and
 * Vietnamese. `{{` or `/` offers the variables.
 */
export function PromptInput({ label, value, variables, error, maxLength, minRows = 1, onChange }: PromptInputProps) {
  const { t } = useTranslation('builder')
  const id = useId()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  const nextCaret = useRef<number | null>(null)
  const [range, setRange] = useState<Range | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const offered = range ? filterVariables(variables, range.keyword) : []

  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    textarea.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  }, [value])

  function offer(text: string, caret: number) {
    const found = findTrigger(text, caret)
    setRange(found && { start: found.start, end: caret, keyword: found.keyword })
    if (found && filterVariables(variables, found.keyword).length > 0) {
      combobox.openDropdown()
      combobox.selectFirstOption()
    } else combobox.closeDropdown()
  }

  function openAtCaret() {
    const caret = textarea.current?.selectionEnd ?? value.length
    setRange({ start: caret, end: caret, keyword: '' })
    textarea.current?.focus()
    combobox.openDropdown()
  }

  function insert(reference: string) {
    if (!range) return
    // An option may be clicked while a word is still composed, which is no keyword yet.
    const end = Math.max(range.end, textarea.current?.selectionEnd ?? 0)
    // A `}}` that is there already closes the inserted reference.
    const behind = value.slice(end).replace(/^\s*\}\}/, '')
    nextCaret.current = range.start + reference.length
    onChange(value.slice(0, range.start) + reference + behind)
    combobox.closeDropdown()
    textarea.current?.focus()
  }

  return (
    <Input.Wrapper
      id={id}
      label={
        <span className={classes.label}>
          {label}
          {variables.length > 0 && (
            <ActionIcon size="sm" aria-label={t('variable.insert', { label })} onClick={openAtCaret}>
              <IconBraces size={16} aria-hidden />
            </ActionIcon>
          )}
        </span>
      }
      labelElement="div"
      error={error}
    >
      <Combobox store={combobox} onOptionSubmit={insert} withinPortal>
        <div className={classes.field}>
          <div ref={mirror} className={classes.mirror} aria-hidden>
            {parseTemplate(value).map((part, index) =>
              typeof part === 'string' ? (
                part
              ) : (
                // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
                <mark key={index}>{value.slice(...locatePart(value, index))}</mark>
              ),
            )}
            {/* A line break at the end has a line of its own in the field, and none in the mirror. */}
            {'\n'}
          </div>
          <Combobox.Target withKeyboardNavigation={combobox.dropdownOpened}>
            <Textarea
              ref={textarea}
              id={id}
              aria-label={label}
              autosize
              minRows={minRows}
              maxRows={24}
              classNames={{ input: classes.input }}
              value={value}
              error={error !== undefined}
              maxLength={maxLength}
              spellCheck={false}
              onChange={(event) => {
                const { value: text, selectionEnd } = event.currentTarget
                onChange(text)
                // What is being composed is no keyword yet.
                if (!(event.nativeEvent as InputEvent).isComposing) offer(text, selectionEnd)
              }}
              // Chromium reports the last change while it still composes.
              onCompositionEnd={({ currentTarget }) => offer(currentTarget.value, currentTarget.selectionEnd)}
              onScroll={(event) => {
                if (mirror.current) mirror.current.scrollTop = event.currentTarget.scrollTop
              }}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.Target>
        </div>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t('variable.list')}>
            <ScrollArea.Autosize mah={260} type="auto">
              {offered.map((variable) => (
                <Combobox.Option key={formatReference(variable)} value={formatReference(variable)}>
                  <Text span size="sm">
                    {variable.title} · {variable.label}
                  </Text>
                  <Text span size="xs" c="dimmed" ml={8}>
                    {t(`variable.type.${variable.type}`)}
                  </Text>
                  <ValueExample nodeId={variable.nodeId} field={variable.field} />
                </Combobox.Option>
              ))}
            </ScrollArea.Autosize>
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Input.Wrapper>
  )
}

/** Returns where a part of the template is in its text. */
function locatePart(template: string, index: number): [start: number, end: number] {
  const parts = parseTemplate(template)
  let at = 0
  for (const [position, part] of parts.entries()) {
    const next = typeof part === 'string' ? at + part.length : template.indexOf('}}', at) + 2
    if (position === index) return [at, next]
    at = next
  }
  return [at, at]
}
