import { Kbd, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ShortcutList.module.css'
import { isMac, shortcuts, singleKeys } from './shortcuts.ts'

/** The keyboard shortcuts, with the keys of this platform. */
export function ShortcutList() {
  const { t } = useTranslation('shell')
  const [hasSingleKeys, setHasSingleKeys] = useState(singleKeys.areOn)

  function handleTurn(isOn: boolean) {
    singleKeys.turn(isOn)
    setHasSingleKeys(isOn)
  }

  return (
    <>
      <dl className={classes.list}>
        {shortcuts.map(({ id, keys }) => (
          <div key={id} className={classes.row}>
            <dt>{t(`shortcut.does.${id}`)}</dt>
            <dd className={classes.keys}>
              {keys
                .filter((combination) => combination.length > 1 || hasSingleKeys)
                .map((combination) => (
                  <span key={combination} className={classes.keys}>
                    {combination.split('+').map((key) => (
                      <Kbd key={key}>{formatKey(key)}</Kbd>
                    ))}
                  </span>
                ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch label={t('shortcut.singleKeys')} checked={hasSingleKeys} onChange={(event) => handleTurn(event.currentTarget.checked)} />
    </>
  )
}

function formatKey(key: string): string {
  if (key === 'mod') return isMac() ? '⌘' : 'Ctrl'
  if (key === 'shift') return isMac() ? '⇧' : 'Shift'
  return key.toUpperCase()
}
