import { isImageType } from '@heddle/contracts/chat/chat-file'
import { useState } from 'react'
import { ImagePreview } from './ImagePreview.tsx'
import { PdfPreview } from './pdf/PdfPreview.tsx'
import type { PreviewProps } from './preview-props.ts'
import { TextPreview } from './text/TextPreview.tsx'

/** A file, open at a page. PDFs and images are shown as they are, all other files as their extracted text. */
export function DocumentPreview(props: PreviewProps) {
  const { file, page } = props
  const [shown, setShown] = useState(page)
  if (isImageType(file.mediaType)) return <ImagePreview file={file} />
  if (file.mediaType !== 'application/pdf') return <TextPreview {...props} />
  return <PdfPreview {...props} page={shown} onGo={setShown} />
}
