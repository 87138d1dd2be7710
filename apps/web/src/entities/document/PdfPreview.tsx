import { useState } from 'react'
import { PdfPages } from './PdfPages.tsx'
import type { PreviewProps } from './preview-props.ts'

/** A PDF, opened at a page, with the passage marked on its page. */
export function PdfPreview({ file, page, passage, renderOver }: PreviewProps) {
  const [shown, setShown] = useState(page)
  return <PdfPages file={file} page={shown} passage={passage} renderOver={renderOver} onGo={setShown} />
}
