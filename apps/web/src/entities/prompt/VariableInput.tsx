import { limits } from '@heddle/contracts/limits'
import type { PromptVariable } from '@heddle/contracts/prompt/prompt'
import { Input, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DayInput } from '#shared/forms/DayInput.tsx'

type VariableInputProps = {
  variable: Pick<PromptVariable, 'type' | 'choices'>
  label: string
  value: string
  required?: boolean
  error?: ReactNode
  'data-autofocus'?: boolean
  onChange: (value: string) => void
}

/** The field of a variable's type. A value is always text: a date `2026-11-27`, a number with a point. */
export function VariableInput({ variable: { type, choices }, onChange, ...rest }: VariableInputProps) {
  switch (type) {
    case 'text':
      return <TextInput {...rest} maxLength={limits.promptValueCharacters} onChange={(event) => onChange(event.currentTarget.value)} />
    case 'long_text':
      return (
        <Textarea
          {...rest}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={limits.promptValueCharacters}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'choice':
      return (
        <Select
          {...rest}
          data={[...new Set(choices)]}
          value={rest.value === '' ? null : rest.value}
          clearable={rest.required !== true}
          checkIconPosition="right"
          onChange={(choice) => onChange(choice ?? '')}
        />
      )
    case 'number':
      return <NumberInput {...rest} onChange={(number) => onChange(String(number))} />
    case 'date': {
      const { label, value, required, error, 'data-autofocus': autoFocus } = rest
      return (
        <Input.Wrapper label={label} labelElement="div" required={required} error={error}>
          <DayInput
            label={label}
            placeholder=""
            w="100%"
            value={value || undefined}
            error={Boolean(error)}
            data-autofocus={autoFocus}
            onChange={(day) => onChange(day ?? '')}
          />
        </Input.Wrapper>
      )
    }
  }
}
