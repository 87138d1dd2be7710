import { Button, ColorInput, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownColor } from '#shared/theme/theme.ts'
import { ColorPreview } from './ColorPreview.tsx'

const swatches = [
  '#df6f3a',
  '#c2410c',
  '#b91c1c',
  '#be185d',
  '#6750a4',
  '#1d4ed8',
  '#0369a1',
  '#0f766e',
  '#15803d',
  '#4d7c0f',
  '#a16207',
  '#475569',
]

type ColorFieldProps = { value: string | null; onChange: (color: string | null) => void; error?: ReactNode }

/** Expands `#RGB` and lowercases, as on the wire. */
const normalize = (color: string) => color.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')

/** The tenant's color, with a preview. */
export function ColorField({ value, onChange, error }: ColorFieldProps) {
  const { t } = useTranslation('tenant')
  // The input is a color only when it is complete; the preview keeps the last one.
  const [previewed, setPreviewed] = useState(value)
  if (value !== previewed && (value === null || /^#[0-9a-f]{6}$/.test(value))) setPreviewed(value)

  return (
    <div>
      <Group align="end" gap="xs">
        <ColorInput
          label={t('color.label')}
          description={t('color.hint')}
          placeholder={ownColor}
          format="hex"
          swatches={swatches}
          swatchesPerRow={6}
          eyeDropperButtonProps={{ 'aria-label': t('color.pick') }}
          value={value ?? ''}
          error={error}
          flex="1 1 16rem"
          maw={320}
          onChange={(color) => onChange(color === '' ? null : normalize(color))}
        />
        {value !== null && (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
            {t('color.reset')}
          </Button>
        )}
      </Group>
      <ColorPreview color={previewed} />
    </div>
  )
}
