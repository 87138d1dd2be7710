import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import classes from './DropArea.module.css'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

type DropAreaProps = {
  hint: string
  /** Called within the event: the folders of a transfer cannot be read after it. */ onDrop: (transfer: DataTransfer) => void
}

/** Accepts files that are dropped anywhere on the page, and shows a hint while they are over it. */
export function DropArea({ hint, onDrop }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false)
  const handleDrop = useEffectEvent(onDrop)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // A child's dragenter comes before its parent's dragleave.
    let depth = 0
    const end = () => {
      depth = 0
      setIsOver(false)
    }
    window.addEventListener(
      'dragenter',
      (event) => {
        if (!hasFiles(event)) return
        depth += 1
        setIsOver(true)
      },
      { signal },
    )
    window.addEventListener('dragleave', (event) => hasFiles(event) && --depth <= 0 && end(), { signal })
    // Without this the browser would navigate to the file.
    window.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal })
    window.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        end()
        if (event.dataTransfer) handleDrop(event.dataTransfer)
      },
      { signal },
    )
    return () => listening.abort()
  }, [])

  if (!isOver) return null
  return (
    <div className={classes.area}>
      <div className={classes.sign}>
        <IconFileUpload size={28} aria-hidden />
        {hint}
      </div>
    </div>
  )
}
