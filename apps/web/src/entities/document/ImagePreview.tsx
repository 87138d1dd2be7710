import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { documentQueries } from './document.queries.ts'
import { LoadingPreview, PreviewError } from './PreviewState.tsx'
import type { PreviewProps } from './preview-props.ts'
import classes from './Preview.module.css'

export function ImagePreview({ file }: PreviewProps) {
  const { data: blob, error, refetch } = useQuery(documentQueries.content(file))
  if (error) return <PreviewError error={error} onRetry={() => void refetch()} />
  return blob ? <BlobImage blob={blob} name={file.name} /> : <LoadingPreview />
}

/** The file itself needs the session's token, which an `<img>` has not: it shows what was fetched, by an address that ends with it. */
function BlobImage({ blob, name }: { blob: Blob; name: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  return <img ref={show} className={classes.image} alt={name} />
}
