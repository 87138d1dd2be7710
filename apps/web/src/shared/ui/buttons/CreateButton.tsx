import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

type CreateButtonProps = { label: string; renderDialog: (onClose: () => void) => ReactNode }

/** Opens a dialog that creates something; each opening mounts a new one. */
export function CreateButton({ label, renderDialog }: CreateButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && renderDialog(() => setIsOpen(false))}
    </>
  )
}
