import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import type { PaletteRow } from './palette-row.ts'
import { PaletteList } from './PaletteList.tsx'

type PaletteProps = { isOpen: boolean; onClose: () => void }

/** One field for what can be opened or done from every page. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation('palette')
  const [wasChosen, setWasChosen] = useState(false)

  function handleChoose(row: PaletteRow) {
    setWasChosen(true)
    onClose()
    row.run()
  }

  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={640}
      // What was chosen moves the focus itself.
      returnFocus={!wasChosen}
      onEnterTransitionEnd={() => setWasChosen(false)}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')} radius="lg">
        <Modal.Body p={0}>
          <CrashBoundary resetKeys={[isOpen]}>
            <PaletteList onChoose={handleChoose} />
          </CrashBoundary>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
