import { type Assistant, type AssistantColor, assistantColors } from '@heddle/contracts/assistant/assistant'
import { Group, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AssistantMark } from '#entities/assistant/AssistantMark.tsx'
import classes from './ColorChoice.module.css'

type ColorChoiceProps = { id: string; value: Assistant['color']; onChange: (color: Assistant['color']) => void }

const automatic = 'automatic'

/** The color of the expert's mark, or the one that follows from its id. */
export function ColorChoice({ id, value, onChange }: ColorChoiceProps) {
  const { t } = useTranslation('assistant')
  const choices: readonly (AssistantColor | null)[] = [null, ...assistantColors]
  return (
    <Radio.Group
      label={t('basics.color')}
      value={value ?? automatic}
      onChange={(chosen) => onChange(assistantColors.find((color) => color === chosen) ?? null)}
    >
      <Group gap={8} mt={6}>
        {choices.map((color) => (
          <Radio.Card
            key={color ?? automatic}
            value={color ?? automatic}
            className={classes.card}
            aria-label={t(color ? `color.${color}` : 'basics.colorAuto')}
          >
            <AssistantMark assistant={{ id, color, picture: null }} />
          </Radio.Card>
        ))}
      </Group>
    </Radio.Group>
  )
}
