import { TextInput, type TextInputProps } from '@mantine/core'

type CodeInputProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  value: string
  onChange: (code: string) => void
}

/** The field for the code of an authenticator app; takes digits alone, also of a pasted "123 456". */
export function CodeInput({ onChange, ...rest }: CodeInputProps) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', letterSpacing: '0.25em' } }}
      onChange={(event) => onChange(event.currentTarget.value.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 6))}
    />
  )
}
