import { NumberInput, type NumberInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function UpstreamNameField(props: TextInputProps) {
  const { t } = useTranslation('model')
  return <TextInput label={t('field.upstream_name')} description={t('field.upstream_nameHint')} required {...props} />
}

export function ModelNameField(props: TextInputProps) {
  const { t } = useTranslation('model')
  return <TextInput label={t('field.name')} description={t('field.modelNameHint')} required {...props} />
}

export function ContextField(props: NumberInputProps) {
  const { t } = useTranslation('model')
  return (
    <NumberInput
      label={t('field.context_tokens')}
      description={t('field.context_tokensHint')}
      required
      min={512}
      allowDecimal={false}
      {...props}
    />
  )
}
