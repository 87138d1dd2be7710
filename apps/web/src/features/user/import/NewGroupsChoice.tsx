import { Checkbox, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useListText } from '#i18n/use-language.ts'

/** Further names are only counted. */
const maxNames = 20

type NewGroupsChoiceProps = {
  isChosen: boolean
  /** Of the groups that would be created; undefined before a file was checked. */
  names?: readonly string[]
  onChange: (isChosen: boolean) => void
}

/** Whether the import creates the groups that are not there, and which ones those are. */
export function NewGroupsChoice({ isChosen, names, onChange }: NewGroupsChoiceProps) {
  const { t } = useTranslation('user')
  const listText = useListText()
  const shown = listText((names ?? []).slice(0, maxNames))
  const more = (names?.length ?? 0) - maxNames
  return (
    <div>
      <Checkbox
        label={t('import.groups.create')}
        description={t('import.groups.createHint')}
        checked={isChosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {isChosen && names && (
        <Text size="sm" mt="xs" ml={32} role="status" style={{ overflowWrap: 'anywhere' }}>
          {names.length === 0
            ? t('import.groups.none')
            : more > 0
              ? t('import.groups.more', { names: shown, count: more })
              : t('import.groups.new', { names: shown, count: names.length })}
        </Text>
      )}
    </div>
  )
}
