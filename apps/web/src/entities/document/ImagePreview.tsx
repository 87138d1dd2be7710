import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { documentQueries, type OriginalDocument } from './document.queries.ts'
import { LoadingPreview, PreviewError } from './PreviewState.tsx'
import classes from './Preview.module.css'

export function ImagePreview({ file }: { file: OriginalDocument }) {
  const { data: blob, error, refetch } = useQuery(documentQueries.content(file))
  if (error) return <PreviewError error={error} onRetry={() => void refetch()} />
  return blob ? <BlobImage blob={blob} name={file.name} /> : <LoadingPreview />
}

/** An `<img>` cannot send the session's token, so the fetched file is shown by an object URL, which is revoked on unmount. */
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
